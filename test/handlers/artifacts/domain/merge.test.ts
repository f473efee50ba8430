import { describe, expect, it } from 'vitest';
import { depthFor, type Placed, reciprocalRank } from '../../../../src/handlers/artifacts/domain/merge.ts';
import { chance as seededChance } from '../../../support/chance.ts';

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

  it('shows everything once on pages that ask for no more of each list than they need', () => {
    const chance = seededChance(4);
    const listOf = (name: string, size: number) =>
      Array.from({ length: size }, (_, i) => ({
        id: `${name}${i}`,
        // The order of a list is not that of its legs.
        places: {
          ...(chance() < 0.7 ? { lexical: 1 + Math.floor(chance() * 60) } : {}),
          semantic: 1 + Math.floor(chance() * 60),
        },
      }));
    const lists = [listOf('a', 45), listOf('b', 7), listOf('c', 33)];
    for (const limit of [3, 5, 20]) {
      const seen: string[] = [];
      for (let offset = 0; offset < 85; offset += limit) {
        const end = offset + limit;
        const found = reciprocalRank(lists.map((list) => list.slice(0, depthFor(end))));
        expect(found.length > end).toBe(end < 85);
        seen.push(...found.slice(offset, end).map(({ item }) => item.id));
      }
      expect(new Set(seen).size).toBe(85);
      expect(seen).toHaveLength(85);
    }
  });
});
