import { describe, expect, it } from 'vitest';
import { fitTrees } from '../../../../scripts/boosted-trees.ts';
import { likelyByTrees, treesOf } from '../../../../src/handlers/decisions/domain/likeness/trees.ts';

// The first child looks at the second column, then at the first again; the second child at the first column twice; all then at the
// second column.
const upper = [0, 1, 1, 0.5, 0, 2, 0, 0, 0, 0.5, 0, 1.5, 0, 3];
const nodes = [...upper, ...Array.from({ length: 8 }, () => [1, 10]).flat()];
const tree = [...nodes, ...[-4, -3, -2, -1, 1, 2, 3, 4].flatMap((leaf) => [leaf, 10 * leaf])];

describe('trees of four levels', () => {
  it.each([
    [[0, 0.5], -4],
    [[1, 0.5], -3],
    [[0.5, 0.6], -2],
    [[1, 0.6], -1],
    [[1.1, 9], 1],
    [[2, 9], 2],
    [[3, 9], 3],
    [[3.1, 9], 4],
    [[1, 10], -1],
    [[1, 10.1], -10],
    [[1.1, 11], 10],
  ])('of %j says %s', (row, leaf) =>
    expect(likelyByTrees(row, { constant: 0.5, trees: [tree, tree] })).toBeCloseTo(
      1 / (1 + Math.exp(-0.5 - 2 * leaf)),
      5,
    ),
  );

  it('find their columns by name, wherever they stand', () => {
    const stored = { constant: 0, columns: ['a', 'b'], trees: [tree] };
    const first = [2, 1, 0, 0.5, 2, 2, 2, 0, 2, 0.5, 2, 1.5, 2, 3];
    const read = [...first, ...Array.from({ length: 8 }, () => [0, 10]).flat(), ...tree.slice(nodes.length)];
    expect(treesOf(stored, ['b', 'c', 'a']).trees).toEqual([read]);
  });

  it('learn what no sum of the columns says, the same every time', () => {
    const rows = Array.from({ length: 800 }, (_, i) => {
      const [a, b] = [i % 2, Math.floor(i / 2) % 2];
      return { features: [a, b], wanted: a === b ? 0 : 1 };
    });
    // Both columns are seen by a quarter of the trees; in them, each half is split well.
    const trees = fitTrees(rows);
    expect(likelyByTrees([0, 1], trees)).toBeGreaterThan(0.9);
    expect(likelyByTrees([1, 1], trees)).toBeLessThan(0.1);
    expect(fitTrees(rows)).toEqual(trees);
  });
});
