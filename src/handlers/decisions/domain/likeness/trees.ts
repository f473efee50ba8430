/**
 * Trees of two levels whose leaves add up to the logarithm of the odds. Of a row of numbers, the first says which of two columns is
 * looked at next: column and bound, of those up to it column and bound, of the others column and bound, then the four leaves.
 */
export type Tree = readonly [number, number, number, number, number, number, number, number, number, number];
export type Trees = { constant: number; trees: readonly Tree[] };

/** A likelihood from 0 to 1. */
export function likelyByTrees(row: readonly number[], { constant, trees }: Trees): number {
  let sum = constant;
  for (const [first, bound, low, lowBound, high, highBound, a, b, c, d] of trees)
    if ((row[first] ?? 0) <= bound) sum += (row[low] ?? 0) <= lowBound ? a : b;
    else sum += (row[high] ?? 0) <= highBound ? c : d;
  return 1 / (1 + Math.exp(-sum));
}

/** As stored: the columns by their names, so that others can be added. */
export type NamedTrees = {
  constant: number;
  columns: readonly string[];
  trees: readonly (readonly number[])[];
};

/** @param names of the columns of a row. */
export function treesOf({ constant, columns, trees }: NamedTrees, names: readonly string[]): Trees {
  const at = (column = 0) => names.indexOf(columns[column] ?? '');
  return {
    constant,
    trees: trees.map(
      ([first, bound = 0, low, lowBound = 0, high, highBound = 0, a = 0, b = 0, c = 0, d = 0]) => [
        at(first),
        bound,
        at(low),
        lowBound,
        at(high),
        highBound,
        ...([a, b, c, d] as const),
      ],
    ),
  };
}
