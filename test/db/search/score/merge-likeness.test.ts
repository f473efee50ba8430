import { describe, expect, it } from 'vitest';
import { mergeLikeness } from '../../../../src/db/search/score/merge-likeness.ts';

const alone = { documents: 100, neighboursOf: () => [-1, -1, -1, -1], asks: () => false };
/** What a document scores by words, by number, best first. */
const hitsOf = (scores: Record<number, number>) =>
  Object.entries(scores).map(([docNo, score]) => ({ docNo: Number(docNo), score }));

function merged(scores: Record<number, number>, likeness: [number, number][]) {
  const hits = hitsOf(scores).sort((a, b) => b.score - a.score);
  const near = [...likeness].sort((a, b) => b[1] - a[1]).map(([docNo]) => docNo);
  const compared = [...new Set([...hits.map(({ docNo }) => docNo), ...near])];
  const found = mergeLikeness({ hits, near, compared, queryVector: {} }, new Map(likeness), alone);
  return found.map(({ docNo }) => docNo);
}

describe('a document without a vector', () => {
  it('ranks by its words among those found by words', () => {
    const likeness: [number, number][] = [
      [2, 0.6],
      [3, 0.4],
      [4, 0.2],
    ];
    expect(merged({ 1: 5, 2: 4, 3: 3 }, likeness)).toEqual([1, 2, 3, 4]);
    expect(merged({ 1: 3, 2: 6, 3: 1 }, likeness)).toEqual([2, 1, 3, 4]);
  });

  it('does not come after all that has none of the words, where nothing else has them', () => {
    const likeness: [number, number][] = [
      [2, 0.6],
      [3, 0.3],
    ];
    expect(merged({ 1: 0.5 }, likeness)).toEqual([2, 1, 3]);
  });
});
