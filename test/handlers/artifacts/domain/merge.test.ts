import { describe, expect, it } from 'vitest';
import { type Placed, reciprocalRank } from '../../../../src/handlers/artifacts/domain/merge.ts';

describe('reciprocal rank', () => {
  it('adds the ranks of both legs, so that results of both come first', () => {
    const merged = reciprocalRank<Placed & { id: string }>([
      [
        { id: 'both', places: { lexical: 3, semantic: 2 } },
        { id: 'near', places: { semantic: 1 } },
      ],
      [{ id: 'first by words' }, { id: 'second by words' }],
    ]);
    expect(merged.map(({ item, legs }) => [item.id, legs])).toEqual([
      ['both', ['lexical', 'semantic']],
      ['near', ['semantic']],
      ['first by words', ['lexical']],
      ['second by words', ['lexical']],
    ]);
    expect(merged[0]?.score).toBeCloseTo(1 / 63 + 1 / 62);
    expect(reciprocalRank([[], []])).toEqual([]);
  });
});
