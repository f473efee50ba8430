import { stem } from '../text/stem.ts';
import { editsBetween } from './distance.ts';

/** Endings of English words; the index has stems. The longest has as many letters as {@link longestEnding}. */
const endings =
  `s e es d ed ing ings er ers y ly al ally able ible ion ions ive ives ate ates ated ating ately ation ations
ator icate icates icated icating ication ic ical ment ments ness ful less or ors ance ence ent ity ize izes ized izing ably
ous ial`.split(/\s+/);
const afterI = 'y ies ied ier iest ily iness'.split(' ');
const doubled = 'ed ing er ers'.split(' ');
export const longestEnding = 7;

/** Words that may have this stem; some are no words. */
function* formsOf(term: string): Generator<string> {
  yield term;
  for (const ending of endings) yield term + ending;
  if (term.endsWith('i')) for (const ending of afterI) yield term.slice(0, -1) + ending;
  else if (/[bdgklmnprt]$/.test(term)) for (const ending of doubled) yield term + term.at(-1) + ending;
}

const inflections = new Set(['', 's', 'es', 'ed', 'ing', 'ings']);

/** The edits between the stems of two words where each is plainly inflected, as of "recieving" and "received". */
export function editsBetweenStems(word: string, form: string, most: number): number {
  const [one, other] = [word, form].map((whole) => {
    const term = stem(whole, 'english');
    return whole.startsWith(term) && inflections.has(whole.slice(term.length)) ? term : undefined;
  });
  return one === undefined || other === undefined ? most + 1 : editsBetween(one, other, most);
}

/** The fewest edits between a word and a word with this stem. */
export function editsFromStem(word: string, term: string, most: number): number {
  let least = most + 1;
  for (const form of formsOf(term)) {
    if (Math.abs(form.length - word.length) >= least) continue;
    const edits = editsBetween(word, form, least - 1);
    if (edits < least && (form === term || stem(form, 'english') === term)) least = edits;
    if (least === 0) break;
  }
  return least;
}
