import { describe, expect, it } from 'vitest';
import { mergeLikeness } from '../../../../src/db/search/score/merge-likeness.ts';
import { mostCompared } from '../../../../src/db/search/score/page.ts';

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

describe('an order by words and meaning', () => {
  it.each([
    [{ asks: true, foundOnly: true as const }, 100],
    [{ asks: true }, 1000],
  ])('of %j is the same however far it is asked for', (queryVector, depth) => {
    const all = Array.from({ length: depth + 150 }, (_, docNo) => ({
      docNo,
      score: 9 - docNo / (2 * depth),
    }));
    const asking = { ...alone, asks: (doc: number) => doc % 3 === 0 };
    const near = [depth + 120, 5];
    const likeness = new Map([...near, 1, 2].map((docNo, i) => [docNo, 0.9 - i / 10]));
    const orderOf = (most: number) => {
      const hits = all.slice(0, most);
      const compared = [...new Set([...hits.slice(0, mostCompared).map(({ docNo }) => docNo), ...near])];
      const found = mergeLikeness({ hits, near, compared, queryVector }, likeness, asking);
      const scores = found.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      return found.map(({ docNo }) => docNo);
    };
    const deepest = orderOf(all.length);
    expect(new Set(deepest).size).toBe(all.length);
    for (const most of [depth, depth + 20, depth + 100]) {
      const order = orderOf(most);
      expect(order).toEqual(deepest.slice(0, order.length));
    }
  });
});
