/** How sets of words are compared, each word by its weight. */

export type Weigh = (word: string) => number;
type Words = ReadonlySet<string>;

/** Rare among what was found: a word of every statement says little. */
export function rarity(texts: readonly Words[]): Weigh {
  const count = new Map<string, number>();
  for (const text of texts) for (const word of text) count.set(word, (count.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + texts.length / (1 + (count.get(word) ?? 0)));
}

const weightOf = (words: Iterable<string>, weigh: Weigh): number => {
  let sum = 0;
  for (const word of words) sum += weigh(word);
  return sum;
};
const common = (a: Words, b: Words) => [...a].filter((word) => b.has(word));

export const cosine = (a: Words, b: Words, weigh: Weigh): number =>
  a.size === 0 || b.size === 0
    ? 0
    : weightOf(common(a, b), weigh) / Math.sqrt(weightOf(a, weigh) * weightOf(b, weigh));
export const share = (a: Words, b: Words, weigh: Weigh): number =>
  a.size === 0 ? 0 : weightOf(common(a, b), weigh) / weightOf(a, weigh);
