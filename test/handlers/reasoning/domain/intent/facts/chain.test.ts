import { describe, expect, it } from 'vitest';
import {
  bestTags,
  type Chain,
  inside,
  likelihoods,
  outside,
  stepAt,
  tags,
} from '../../../../../../src/handlers/reasoning/domain/intent/facts/tagger/chain.ts';

/** Four pieces with scores that favour no tag everywhere. */
const chain: Chain = {
  scores: Float64Array.from([0.5, 0.2, -1, -0.3, 0.9, 0.4, 0.1, -0.6, 1.2, 0.8, 0.3, -0.2]),
  gaps: ['', ' ', '', '\n'],
  steps: Float64Array.from({ length: 27 }, (_, i) => ((i * 7) % 5) / 4 - 0.5),
};

/** Every row of tags that is allowed, with its score. */
function allRows(costOfOutside = 0): { row: number[]; score: number }[] {
  const rows = Array.from({ length: tags ** 4 }, (_, n) =>
    [0, 1, 2, 3].map((i) => Math.floor(n / tags ** i) % tags),
  );
  return rows
    .filter((row) => row.every((tag, i) => tag !== inside || (i > 0 && row[i - 1] !== outside)))
    .map((row) => ({
      row,
      score: row.reduce(
        (sum, tag, i) =>
          sum +
          (chain.scores[i * tags + tag] ?? 0) -
          (tag === outside ? costOfOutside : 0) +
          (i === 0 ? 0 : (chain.steps[stepAt(chain.gaps[i] ?? '', row[i - 1] ?? 0, tag)] ?? 0)),
        0,
      ),
    }));
}

describe('the chain of tags', () => {
  it.each([0, 1.4])('finds the best of all rows, also when being outside costs %d', (cost) => {
    const rows = allRows(cost);
    const found = [...bestTags(chain, cost)].join();
    const score = rows.find(({ row }) => row.join() === found)?.score ?? Number.NaN;
    expect(score).toBeCloseTo(Math.max(...rows.map((one) => one.score)), 10);
  });

  it('gives each tag and each pair the share of all rows that have it', () => {
    const rows = allRows().map(({ row, score }) => ({ row, share: Math.exp(score) }));
    const all = rows.reduce((sum, { share }) => sum + share, 0);
    const having = (fits: (row: number[]) => boolean) =>
      rows.filter(({ row }) => fits(row)).reduce((sum, { share }) => sum + share, 0) / all;
    const { single, pair } = likelihoods(chain);
    for (let i = 0; i < 4; i += 1)
      for (let tag = 0; tag < tags; tag += 1) {
        expect(single[i * tags + tag]).toBeCloseTo(
          having((row) => row[i] === tag),
          10,
        );
        if (i === 0) continue;
        for (let from = 0; from < tags; from += 1)
          expect(pair[(i * tags + from) * tags + tag]).toBeCloseTo(
            having((row) => row[i - 1] === from && row[i] === tag),
            10,
          );
      }
  });

  it('reads an empty text', () => {
    const empty: Chain = { scores: new Float64Array(0), gaps: [], steps: chain.steps };
    expect(bestTags(empty, 1)).toHaveLength(0);
    expect(likelihoods(empty).single).toHaveLength(0);
  });
});
