import { describe, expect, it } from 'vitest';
import { credibleInterval } from '../../../../src/handlers/decisions/credible-interval.ts';
import { judged } from '../../../../src/handlers/decisions/domain/advice.ts';
import { mean } from '../../../../src/handlers/decisions/domain/beta.ts';
import { nested } from '../../../../src/handlers/decisions/domain/hierarchy.ts';

describe('the rate of nested classes', () => {
  it('of one class has the uniform prior', () => {
    expect(nested([{ count: 3, scoreSum: 3 }])).toEqual({ alpha: 4, beta: 1 });
    expect(nested([])).toEqual({ alpha: 1, beta: 1 });
  });

  it('draws an option towards its domain, and that towards all, as computed by hand', () => {
    // Elsewhere 6 of 10: Beta(1 + 6, 1 + 4), mean 7/12. The rest of the domain, 4 of 4: Beta(2·7/12 + 4, 2·5/12), mean
    // (31/6)/6 = 31/36. The option, 0 of 3: Beta(2·31/36, 2·5/36 + 3), mean (31/18)/5 = 31/90.
    const found = nested([
      { count: 17, scoreSum: 10 },
      { count: 7, scoreSum: 4 },
      { count: 3, scoreSum: 0 },
    ]);
    expect(found.alpha).toBeCloseTo(31 / 18, 12);
    expect(found.beta).toBeCloseTo(59 / 18, 12);
    expect(mean(found)).toBeCloseTo(31 / 90, 12);
  });

  it('lets many outcomes speak for themselves', () => {
    const found = nested([
      { count: 1000, scoreSum: 580 },
      { count: 400, scoreSum: 100 },
    ]);
    expect(mean(found)).toBeCloseTo((2 * (481 / 602) + 100) / 402, 12);
    expect(mean(found)).toBeCloseTo(0.25, 2);
  });
});

describe('words about a stated confidence', () => {
  it('wait until the interval excludes it', async () => {
    // Three of three: Beta(4, 1) has the 95 % interval [.40, .99].
    const interval = await credibleInterval({ alpha: 4, beta: 1 });
    expect(interval[0]).toBeCloseTo(0.398, 3);
    expect(interval[1]).toBeCloseTo(0.994, 3);
    expect(judged(0.95, 0.8, interval)).toBe('inconclusive');
    expect(judged(0.82, 0.8, interval)).toBe('well-calibrated');
    expect(judged(0.3, 0.8, interval)).toBe('underconfident');
    // None of three: [.01, .60].
    expect(judged(0.9, 0.2, await credibleInterval({ alpha: 1, beta: 4 }))).toBe('overconfident');
  });
});
