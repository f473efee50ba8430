/**
 * Trees of four levels whose leaves add up to the logarithm of the odds. Of a row of numbers, a node looks at a column, and leads on
 * to its first child where that is at most its bound, else to its second: column and bound of each node, level by level, then the leaves.
 */
export type Tree = readonly number[];
export type Trees = { constant: number; trees: readonly Tree[] };

export const levels = 4;
const nodes = 2 ** levels - 1;
export const firstLeaf = 2 * nodes;

/** The place of the leaf that a row leads to, in a tree. */
export function leafFor(at: (column: number) => number, tree: Tree): number {
  let node = 0;
  while (node < nodes) node = 2 * node + (at(tree[2 * node] ?? 0) <= (tree[2 * node + 1] ?? 0) ? 1 : 2);
  return firstLeaf + node - nodes;
}

/** A likelihood from 0 to 1. */
export function likelyByTrees(row: readonly number[], { constant, trees }: Trees): number {
  const at = (column: number) => row[column] ?? 0;
  const sum = trees.reduce((all, tree) => all + (tree[leafFor(at, tree)] ?? 0), constant);
  return 1 / (1 + Math.exp(-sum));
}

/** As stored: the columns by their names, so that others can be added. */
export type NamedTrees = Trees & { columns: readonly string[] };

/** @param names of the columns of a row. */
export const treesOf = ({ constant, columns, trees }: NamedTrees, names: readonly string[]): Trees => ({
  constant,
  trees: trees.map((tree) =>
    tree.map((value, i) => (i < firstLeaf && i % 2 === 0 ? names.indexOf(columns[value] ?? '') : value)),
  ),
});
