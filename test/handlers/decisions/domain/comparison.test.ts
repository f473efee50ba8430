import { describe, expect, it } from 'vitest';
import { comparison, probabilityAbove } from '../../../../src/handlers/decisions/domain/comparison.ts';

/** The density of Beta(a, b) without its constant, integrated by the midpoint rule: independent of the closed form. */
function integrated(a: [number, number], b: [number, number]): number {
  const steps = 2000;
  const at = (i: number) => (i + 0.5) / steps;
  const density = ([p, q]: [number, number], x: number) => x ** (p - 1) * (1 - x) ** (q - 1);
  let below = 0;
  let above = 0;
  let all = 0;
  let total = 0;
  for (let i = 0; i < steps; i += 1) total += density(b, at(i));
  for (let i = 0; i < steps; i += 1) {
    const weight = density(a, at(i));
    const here = density(b, at(i));
    above += weight * (below + here / 2);
    below += here;
    all += weight;
  }
  return above / (all * total);
}

describe('the comparison of decisions with and without a choice', () => {
  it.each([
    [3, 3, 0, 3],
    [0, 4, 4, 4],
    [5, 6, 3, 7],
    [1, 1, 0, 1],
    [40, 60, 25, 50],
  ])('%i of %i against %i of %i agrees with the integral', (ok, all, otherOk, otherAll) => {
    const found = probabilityAbove({ successes: ok, total: all }, { successes: otherOk, total: otherAll });
    expect(found).toBeCloseTo(integrated([1 + ok, 1 + all - ok], [1 + otherOk, 1 + otherAll - otherOk]), 4);
  });

  it('is even between equals, and computed by hand for one success against one failure', () => {
    expect(probabilityAbove({ successes: 4, total: 9 }, { successes: 4, total: 9 })).toBeCloseTo(0.5, 9);
    // ∫ 2x · (1 − (1 − x)²) dx = 4/3 − 1/2 = 5/6
    expect(probabilityAbove({ successes: 1, total: 1 }, { successes: 0, total: 1 })).toBeCloseTo(5 / 6, 9);
  });

  it('is not made while one side has no outcome', () => {
    expect(comparison({ successes: 3, total: 3 }, { successes: 0, total: 0 })).toBeUndefined();
  });
});
