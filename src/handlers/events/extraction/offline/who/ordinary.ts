import { isGivenName } from '../document/given-names.ts';
import { isCommonWord } from '../grammar/common-words.ts';

/** Longest text whose words are counted. */
const longest = 60_000;
/** A word as it is written within a sentence, where only a name has a capital. */
const within = /(?<=[\p{Ll},;] )\p{Lu}?\p{Ll}[\p{L}-]*/gu;
/** How often a word is written that is a name although it is never small. */
const leastWritten = 3;
/** Words that are remembered. */
const mostKnown = 10_000;

/**
 * Whether a capitalised word of a text is an ordinary one, whose place alone gives it the capital: a frequent word of English, not a
 * given name, and not used as a name within sentences.
 */
export function ordinaryIn(text: string, language: string): (word: string) => boolean {
  if (language !== 'en') return () => false;
  const body = text.slice(0, longest);
  let counts: ReadonlyMap<string, number> | undefined;
  const often = (word: string): number => {
    counts ??= countsOf(body);
    return counts.get(word) ?? 0;
  };
  const isOrdinary = (word: string): boolean => {
    const low = word.toLowerCase();
    if (isGivenName(word) || !isCommonWord(low)) return false;
    const [named, small] = [often(word), often(low)];
    // "Salt" of a text without any salt is called so.
    const isName =
      small === 0 ? named > 0 && body.split(word).length > leastWritten : named > small && named > 1;
    return !isName;
  };
  // A long text asks for the same words in each of its sentences.
  const known = new Map<string, boolean>();
  return (word) => {
    if (!/^\p{Lu}\p{Ll}+$/u.test(word)) return false;
    const found = known.get(word) ?? isOrdinary(word);
    if (known.size < mostKnown) known.set(word, found);
    return found;
  };
}

function countsOf(body: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [one] of body.matchAll(within)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
