import { describe, expect, it } from 'vitest';
import { credibleInterval } from '../../../../src/handlers/decisions/credible-interval.ts';
import { mean, variance } from '../../../../src/handlers/decisions/domain/beta.ts';
import { type Completed, calibrate, tally } from '../../../../src/handlers/decisions/domain/calibration.ts';
import {
  adjustmentFor,
  overallCalibration,
  statusOf,
} from '../../../../src/handlers/decisions/domain/gap.ts';

const outcomes = (...groups: [times: number, score: number, confidence: number][]): Completed[] =>
  groups.flatMap(([times, score, confidence]) =>
    Array.from({ length: times }, () => ({ score, confidence })),
  );

/** The probability of Beta(α, β) below x, by Simpson's rule on the density: no library, no special function. */
function shareBelow(x: number, alpha: number, beta: number): number {
  const log = (t: number) => (alpha - 1) * Math.log(t) + (beta - 1) * Math.log(1 - t);
  const peak = alpha + beta === 2 ? 0.5 : (alpha - 1) / (alpha + beta - 2);
  const highest = peak > 0 && peak < 1 ? log(peak) : 0;
  const density = (t: number) => (t <= 0 || t >= 1 ? Number(alpha + beta === 2) : Math.exp(log(t) - highest));
  const below = integral(density, 0, x);
  return below / (below + integral(density, x, 1));
}

function integral(f: (t: number) => number, from: number, to: number, steps = 20_000): number {
  const width = (to - from) / steps;
  let sum = f(from) + f(to);
  for (let i = 1; i < steps; i += 1) sum += f(from + i * width) * (i % 2 === 1 ? 4 : 2);
  return (sum * width) / 3;
}

describe('the Beta posterior', () => {
  it('has the mean, variance and interval of α 9.8, β 2.2', async () => {
    const posterior = { alpha: 9.8, beta: 2.2 };
    expect(mean(posterior)).toBeCloseTo(9.8 / 12, 12);
    expect(variance(posterior)).toBeCloseTo(0.01152, 5); // 9.8·2.2 / (144·13)
    const [low, high] = await credibleInterval(posterior);
    expect(low).toBeCloseTo(0.565, 3);
    expect(high).toBeCloseTo(0.971, 3);
  });

  it.each([
    [1, 1],
    [9.8, 2.2],
    [4, 3],
    [1.3, 6.7],
    [61, 24],
    [300, 1200],
  ])(
    'leaves a fortieth on either side of Beta(%d, %d), as the integral of the density says',
    async (alpha, beta) => {
      const [low, high] = await credibleInterval({ alpha, beta });
      expect(shareBelow(low, alpha, beta)).toBeCloseTo(0.025, 5);
      expect(shareBelow(high, alpha, beta)).toBeCloseTo(0.975, 5);
    },
  );
});

describe('calibrate', () => {
  it('rates eight successes in ten at .75 well-calibrated', () => {
    const found = calibrate(tally(outcomes([8, 1, 0.75], [2, 0, 0.75])));
    expect(found).toMatchObject({
      sampleSize: 10,
      posterior: { alpha: 9, beta: 3 },
      status: 'well-calibrated',
    });
    expect(found.successRate).toBeCloseTo(0.75, 12);
    expect(found.gap).toBeCloseTo(0, 12);
    expect(found.brier).toBeCloseTo((8 * 0.0625 + 2 * 0.5625) / 10, 12);
    expect(found.expectedCalibrationError).toBeCloseTo(0.05, 12); // one bin: |.75 − .8|
  });

  it('rates three successes in five at .85 overconfident by .279 and subtracts .15', () => {
    const { gap, status, successRate } = calibrate(tally(outcomes([3, 1, 0.85], [2, 0, 0.85])));
    expect(successRate).toBeCloseTo(4 / 7, 12);
    expect(gap).toBeCloseTo(0.279, 3);
    expect(status).toBe('overconfident');
    expect(adjustmentFor(gap ?? 0)).toBe(-0.15);
  });

  it('counts a partial score on both sides', () => {
    expect(calibrate(tally(outcomes([10, 0.88, 0.8]))).posterior.alpha).toBeCloseTo(9.8, 12);
    expect(calibrate(tally(outcomes([10, 0.88, 0.8]))).posterior.beta).toBeCloseTo(2.2, 12);
  });

  it('returns the prior without outcomes', () => {
    expect(calibrate(tally([]))).toMatchObject({
      sampleSize: 0,
      posterior: { alpha: 1, beta: 1 },
      successRate: 0.5,
      gap: null,
      status: null,
      brier: null,
      expectedCalibrationError: null,
      trend: 'stable',
    });
  });

  it('puts confidences into ten bins, 0 into the first and 1 into the last', () => {
    const { bins, expectedCalibrationError, brier } = calibrate(
      tally(outcomes([1, 0, 0], [2, 1, 0.65], [1, 0, 0.65], [1, 1, 0.95], [1, 0, 1])),
    );
    expect(bins.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 3, 0, 0, 2]);
    expect(bins[6]).toMatchObject({ from: 0.6, to: 0.7 });
    expect(bins[6]?.successRate).toBeCloseTo(2 / 3, 12);
    expect(bins[1]?.successRate).toBeNull();
    // By hand: bin 7 is off by |.65 − .667| = .0167, bin 10 by |.975 − .5| = .475, the first by 0.
    expect(expectedCalibrationError).toBeCloseTo((3 * (2 / 3 - 0.65) + 2 * 0.475) / 6, 12);
    expect(brier).toBeCloseTo((0 + 2 * 0.1225 + 0.4225 + 0.0025 + 1) / 6, 12);
  });

  it.each([
    ['improving', [0, 0, 0, 1, 1, 1]],
    ['declining', [1, 1, 1, 0.5, 0.5, 0.5]],
    ['stable', [0.7, 0.7, 0.7, 0.8, 0.8, 0.8]], // exactly .10 is not more than .10
    ['stable', [0, 0, 1, 1, 1]], // too few for a trend
    ['improving', [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.7, 0.7, 0.7]], // 11: the latest 3
  ])('calls the trend %s for the scores %j', (trend, scores) => {
    expect(calibrate(tally(scores.map((score) => ({ score, confidence: 0.5 })))).trend).toBe(trend);
  });
});

describe('the gap', () => {
  it.each([
    [0.3, 'overconfident', -0.15],
    [0.25, 'overconfident', -0.1],
    [0.15, 'overconfident', -0.1],
    [0.05, 'well-calibrated', 0],
    [0.8 - 0.75, 'well-calibrated', 0], // .05 and a rounding error
    [0, 'well-calibrated', 0],
    [-0.05, 'well-calibrated', 0],
    [-0.06, 'underconfident', 0.05],
    [-0.25, 'underconfident', 0.05],
    [-0.26, 'underconfident', 0.1],
  ] as const)('of %d is %s and changes confidence by %d', (gap, status, adjustment) => {
    expect(statusOf(gap)).toBe(status);
    expect(adjustmentFor(gap)).toBe(adjustment);
  });

  it('of all domains together is good, fair or poor by its root mean square', () => {
    expect(overallCalibration([])).toBe('no_data');
    expect(overallCalibration([0.1, -0.1])).toBe('good');
    expect(overallCalibration([0, 0.2])).toBe('fair'); // √.02 = .141
    expect(overallCalibration([0.3, 0.1])).toBe('poor'); // √.05 = .224
  });
});
