import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RankedDocument } from '../../../../src/db/search/query.ts';
import { keepExact } from '../../../../src/db/search/score/keep-exact.ts';

const docs = (found: readonly RankedDocument[]) => found.map(({ docNo }) => docNo);

describe('exact matches of a search by words', () => {
  it('stay among the first ten, in place of the lowest others', () => {
    const merged = Array.from({ length: 14 }, (_, i) => ({ docNo: i, score: 20 - i }));
    const lexical: RankedDocument[] = [12, 3, 9, 13].map((docNo) => ({ docNo, score: 1, every: true }));
    const kept = keepExact(lexical, merged);
    expect(docs(kept)).toEqual([0, 1, 2, 3, 4, 5, 6, 9, 12, 13, 7, 8, 10, 11]);
    expect(kept.map(({ score }) => score)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 13, 13, 13, 12, 10, 9]);
  });

  it('stay whatever the two orders are, and nothing is lost or doubled', () => {
    const words = fc.array(fc.boolean(), { maxLength: 30 });
    const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(words, scores, (every, meant) => {
        const lexical: RankedDocument[] = every.map((exact, docNo) => ({
          docNo,
          score: 30 - docNo,
          ...(exact ? { every: true } : {}),
        }));
        const merged = Array.from({ length: every.length + 9 }, (_, docNo) => ({
          docNo,
          score: meant[docNo] ?? 0,
        })).sort((a, b) => b.score - a.score);
        const kept = keepExact(lexical, merged);
        const exact = docs(lexical.slice(0, 10).filter((one) => one.every));
        expect(docs(kept.slice(0, 10))).toEqual(expect.arrayContaining(exact));
        expect(docs(kept).sort()).toEqual(docs(merged).sort());
        expect(kept.every(({ score }, i) => i === 0 || score <= (kept[i - 1]?.score ?? 0))).toBe(true);
      }),
    );
  });
});
