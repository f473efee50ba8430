import { describe, expect, it } from 'vitest';
import { paced } from '../../../src/gateway/search/pace.ts';

const pace = { restFactor: 4, savedMs: 1000 };

/** Works in steps of 100 ms until some have been made. @returns the rests after them. */
const restsAfter = (steps: number, restAfter: ReturnType<typeof paced>, busy = 0): number[] => {
  const rests: number[] = [];
  for (let step = 0; step < steps; step += 1)
    rests.push(restAfter({ tookMs: 100, elapsedMs: 100 + (rests.at(-1) ?? 0), busy }));
  return rests;
};

describe('a pace', () => {
  it('spends what is saved without rests, then keeps to its share of the time', () => {
    const rests = restsAfter(200, paced(pace));
    // Of 1000 ms saved, a step takes 100 and brings 20.
    expect(rests.slice(0, 11).every((rest) => rest === 0)).toBe(true);
    const later = rests.slice(20);
    const share = (100 * later.length) / later.reduce((sum, rest) => sum + 100 + rest, 0);
    expect(share).toBeGreaterThan(0.19);
    expect(share).toBeLessThan(0.22);
  });

  it('saves again while there is nothing to do, and no more than it may', () => {
    const restAfter = paced(pace);
    restsAfter(100, restAfter);
    const worked = (idleMs: number) => {
      const first = restAfter({ tookMs: 100, elapsedMs: 100 + idleMs, busy: 0 });
      return [first, ...restsAfter(99, restAfter)].filter((rest) => rest === 0).length;
    };
    const little = worked(2000);
    const much = worked(1_000_000);
    expect(much).toBeGreaterThan(little);
    expect(worked(100_000_000)).toBe(much);
  });

  it('rests the longer the busier the gateway is, whatever is saved', () => {
    expect(restsAfter(1, paced(pace), 0.05)).toEqual([0]);
    expect(restsAfter(1, paced(pace), 0.5)).toEqual([100 * 4 * 19 * 0.4]);
    const [spent] = restsAfter(1, paced({ restFactor: 4, savedMs: 0 }), 0.5);
    expect(spent).toBe(100 * 4 * (1 + 19 * 0.4));
  });

  it('never rests where it need not', () => {
    expect(restsAfter(3, paced({ restFactor: 0, savedMs: 0 }), 1)).toEqual([0, 0, 0]);
  });
});
