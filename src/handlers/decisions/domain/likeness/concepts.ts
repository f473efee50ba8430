import { folded } from '../options/names/words.ts';
import { functionWords, lexicon } from './lexicon.ts';

/** Beginnings of words shorter than this are found at the beginning of a word only. */
const leastWithin = 6;
const lettersOfIndex = 3;

type Start = { letters: string; concept: string };

const whole = new Map<string, string>();
const starts = new Map<string, Start[]>();
const empty = new Set(functionWords.trim().split(/\s+/));

for (const line of lexicon.trim().split('\n')) {
  const colon = line.indexOf(': ');
  const concept = line.slice(0, colon);
  for (const word of line.slice(colon + 2).split(', ')) {
    // Phrases are left to the words that they consist of.
    if (word.includes(' ')) continue;
    if (word.startsWith('=')) whole.set(word.slice(1), concept);
    else {
      const first = word.slice(0, lettersOfIndex);
      starts.set(first, [...(starts.get(first) ?? []), { letters: word, concept }]);
    }
  }
}
for (const list of starts.values()) list.sort((a, b) => b.letters.length - a.letters.length);

/**
 * The concepts of a word in any of the languages of the lexicon, its stem where it has none: `Lesereplik` and "follower" are
 * both `replica`; nothing for words such as "the".
 */
export function conceptsOf(lower: string, stem: string): string[] {
  const word = folded(lower);
  if (empty.has(word)) return [];
  const known = whole.get(word) ?? startAt(word, 0, 0);
  const within: string[] = known === undefined ? [] : [known];
  for (let at = 1; at + leastWithin <= word.length; at += 1) {
    const found = startAt(word, at, leastWithin);
    if (found !== undefined) within.push(found);
  }
  return within.length > 0 ? [...new Set(within)].map((one) => `:${one}`) : [stem];
}

const startAt = (word: string, at: number, least: number): string | undefined =>
  starts
    .get(word.slice(at, at + lettersOfIndex))
    ?.find(({ letters }) => letters.length >= least && word.startsWith(letters, at))?.concept;
