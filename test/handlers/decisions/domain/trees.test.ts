import { describe, expect, it } from 'vitest';
import { fitTrees } from '../../../../scripts/boosted-trees.ts';
import { likelyByTrees, treesOf } from '../../../../src/handlers/decisions/domain/likeness/trees.ts';

const tree = [0, 1, 1, 0.5, 1, 2, -1, 0, 1, 2] as const;

describe('trees of two levels', () => {
  it.each([
    [[1, 0.5], -1],
    [[1, 0.6], 0],
    [[1.1, 2], 1],
    [[1.1, 2.1], 2],
  ])('of %j says %s', (row, leaf) =>
    expect(likelyByTrees(row, { constant: 0.5, trees: [tree, tree] })).toBeCloseTo(
      1 / (1 + Math.exp(-0.5 - 2 * leaf)),
    ),
  );

  it('find their columns by name, wherever they stand', () => {
    const stored = { constant: 0, columns: ['a', 'b'], trees: [tree] };
    expect(treesOf(stored, ['b', 'c', 'a']).trees).toEqual([[2, 1, 0, 0.5, 0, 2, -1, 0, 1, 2]]);
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
