/** Stems of words about deciding itself, which occur in every other statement and say nothing about its subject. */
export const verbsOfDeciding: readonly string[] = [
  ...['use', 'adopt', 'choos', 'pick', 'select', 'switch', 'move', 'add', 'implement', 'build', 'creat'],
  ...['introduc', 'go', 'keep', 'make', 'replac', 'prefer', 'instead'],
];

/** The stems that describe the subject of a statement. */
export const contentWords = (stems: readonly string[]): Set<string> =>
  new Set(stems.filter((stem) => !verbsOfDeciding.includes(stem)));

/** Dice's coefficient of two sets, 2·|A∩B| / (|A|+|B|): 1 for equal sets, 0 for sets that share nothing. */
export function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}

/** Two statements are about the same choice when they share at least half of their words. */
export const sameTopic = 0.5;

/** The most similar candidate, if it is similar enough; the first among equals. */
export function nearest<T extends { words: ReadonlySet<string> }>(
  words: ReadonlySet<string>,
  candidates: readonly T[],
): T | undefined {
  let best: { candidate: T; likeness: number } | undefined;
  for (const candidate of candidates) {
    const likeness = dice(words, candidate.words);
    if (likeness >= sameTopic && likeness > (best?.likeness ?? 0)) best = { candidate, likeness };
  }
  return best?.candidate;
}
