import { unspaced } from '../cues/words.ts';
import table from './groups.json' with { type: 'json' };
import { stem, stemsOf } from './relation.ts';

/**
 * How much a thought has in common with what a session is about: the same words, or words of one kind of trouble, such as
 * "heap" and "allocator"; `groups.json` has these.
 */

const groupsOf = new Map<string, number[]>();
for (const [number, line] of table.groups.entries())
  for (const word of line.split(' ')) groupsOf.set(stem(word), [...(groupsOf.get(stem(word)) ?? []), number]);

/** The stems of a text; of scripts without spaces, the pairs of neighbouring characters. */
const termsOf = (text: string): Set<string> =>
  new Set([...stemsOf(text)].flatMap((word) => (unspaced.test(word) ? pairsOf(word) : [word])));

const pairsOf = (word: string): string[] => {
  const characters = [...word];
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
};

export type Relation = {
  /** Number of different content words of the thought. */
  words: number;
  /** How many of them occur in what is known. */
  shared: number;
  /** How many more have the meaning of a known one. */
  kindred: number;
};

export function relationOf(thought: string, known: readonly string[]): Relation {
  const own = termsOf(thought);
  const met = new Set(known.flatMap((text) => [...termsOf(text)]));
  const meanings = new Set([...met].flatMap((word) => groupsOf.get(word) ?? []));
  let shared = 0;
  let kindred = 0;
  for (const word of own)
    if (met.has(word)) shared += 1;
    else if (groupsOf.get(word)?.some((group) => meanings.has(group))) kindred += 1;
  return { words: own.size, shared, kindred };
}

/** A word with a capital within a sentence, or with a digit or an underscore: a name, seldom anything else. */
const name =
  /(?<=[\p{L}\p{N},)"'] )\p{Lu}[\p{L}\p{N}.+#-]{1,60}|(?<![\p{L}\p{N}_])\p{L}{1,40}[\p{N}_][\p{L}\p{N}_]{0,40}/gu;
/** German writes every noun with a capital. */
const german = /\b(?:der|die|das|und|ist|nicht|ein|eine|einen|dem|den|mit|auf|ich|wenn)\b/gi;
const leastGerman = 2;

/** How many names of a thought are new, and how many are known. */
export function namesIn(thought: string, known: readonly string[]): { fresh: number; known: number } {
  const met = known.join(' ').toLowerCase();
  const nouns = (thought.match(german)?.length ?? 0) >= leastGerman;
  const names = new Set(
    (thought.match(name) ?? [])
      .filter((one) => !nouns || /[\d_]|\p{Lu}.*\p{Lu}/u.test(one))
      .map((one) => one.toLowerCase().replace(/[^\p{L}\p{N}]$/u, '')),
  );
  const old = [...names].filter((one) => met.includes(one)).length;
  return { fresh: names.size - old, known: old };
}
