import { type Beta, mean, prior, variance } from './beta.ts';
import { type CalibrationStatus, statusOf } from './gap.ts';
import { exceeds } from './numbers.ts';

/** Stated confidence and resulting score, both from 0 to 1. */
export type Completed = { confidence: number; score: number };

/** With fewer outcomes, a domain has no calibration. */
export const fewestOutcomes = 3;
const binCount = 10;

type Sums = { count: number; scoreSum: number };
type Bin = Sums & { confidenceSum: number };

/**
 * The sums from which the calibration of a domain is computed. Only sums, so that the database can compute them without
 * returning every outcome.
 */
export type Tally = {
  /** Ten equal bins of confidence: [0, .1), [.1, .2), … [.9, 1]. */
  bins: Bin[];
  /** Σ(confidence − score)². */
  squaredErrorSum: number;
  /** The latest third of the outcomes, see {@link latestThird}. */
  recent: Sums;
};

export const emptyTally = (): Tally => ({
  bins: Array.from({ length: binCount }, () => ({ count: 0, scoreSum: 0, confidenceSum: 0 })),
  squaredErrorSum: 0,
  recent: { count: 0, scoreSum: 0 },
});

/** The bin of a confidence; 1 belongs to the last bin. */
export const binOf = (confidence: number): number =>
  Math.min(binCount - 1, Math.floor(confidence * binCount));

/** Size of the latest third of n outcomes: at least 3; 0 below 6, where no trend can be seen. */
export const latestThird = (n: number): number => (n < 6 ? 0 : Math.max(3, Math.floor(n / 3)));

/** The tally of outcomes, given in the order in which they were recorded. */
export function tally(outcomes: readonly Completed[]): Tally {
  const result = emptyTally();
  for (const { confidence, score } of outcomes) {
    const bin = result.bins[binOf(confidence)];
    if (!bin) throw new RangeError(`confidence ${confidence} is not between 0 and 1`);
    bin.count += 1;
    bin.scoreSum += score;
    bin.confidenceSum += confidence;
    result.squaredErrorSum += (confidence - score) ** 2;
  }
  const recent = outcomes.slice(outcomes.length - latestThird(outcomes.length));
  result.recent = { count: recent.length, scoreSum: recent.reduce((sum, { score }) => sum + score, 0) };
  return result;
}

/**
 * Combines several domains. The latest third is that of each domain, so that the trend does not depend on which domain
 * was active lately.
 */
export function pooled(tallies: readonly Tally[]): Tally {
  const result = emptyTally();
  for (const { bins, squaredErrorSum, recent } of tallies) {
    result.bins = result.bins.map((bin, i) => ({
      count: bin.count + (bins[i]?.count ?? 0),
      scoreSum: bin.scoreSum + (bins[i]?.scoreSum ?? 0),
      confidenceSum: bin.confidenceSum + (bins[i]?.confidenceSum ?? 0),
    }));
    result.squaredErrorSum += squaredErrorSum;
    result.recent.count += recent.count;
    result.recent.scoreSum += recent.scoreSum;
  }
  return result;
}

export const trends = ['improving', 'stable', 'declining'] as const;
export type Trend = (typeof trends)[number];

export type ReliabilityBin = {
  from: number;
  to: number;
  count: number;
  /** Null for an empty bin. */
  meanConfidence: number | null;
  successRate: number | null;
};

export type Calibration = {
  sampleSize: number;
  posterior: Beta;
  successRate: number;
  variance: number;
  /** Null without outcomes, as are the next four fields. */
  meanConfidence: number | null;
  /** Mean stated confidence − success rate: positive is overconfident. */
  gap: number | null;
  status: CalibrationStatus | null;
  brier: number | null;
  expectedCalibrationError: number | null;
  bins: ReliabilityBin[];
  trend: Trend;
};

/**
 * Measures how well stated confidences matched the outcomes.
 *
 * - Success rate: the mean of the Beta posterior with prior (1, 1), to which each outcome adds its score on the side of
 *   success and 1 − score on the side of failure.
 * - Brier score: the mean of (confidence − score)²; 0 is perfect, always saying .5 gives .25 for certain results
 *   (Brier, Monthly Weather Review 78, 1950).
 * - Expected calibration error: Σ (bin's count / n) · |bin's mean confidence − bin's mean score| over ten equal bins
 *   (Naeini, Cooper, Hauskrecht, AAAI 2015).
 */
export function calibrate(tally: Tally): Calibration {
  const total = tally.bins.reduce(
    (sum, bin) => ({
      count: sum.count + bin.count,
      scoreSum: sum.scoreSum + bin.scoreSum,
      confidenceSum: sum.confidenceSum + bin.confidenceSum,
    }),
    { count: 0, scoreSum: 0, confidenceSum: 0 },
  );
  const n = total.count;
  const posterior = { alpha: prior.alpha + total.scoreSum, beta: prior.beta + n - total.scoreSum };
  const successRate = mean(posterior);
  const meanConfidence = n === 0 ? null : total.confidenceSum / n;
  const gap = meanConfidence === null ? null : meanConfidence - successRate;
  const error = tally.bins.reduce((sum, bin) => sum + Math.abs(bin.confidenceSum - bin.scoreSum), 0);
  return {
    sampleSize: n,
    posterior,
    successRate,
    variance: variance(posterior),
    meanConfidence,
    gap,
    status: gap === null ? null : statusOf(gap),
    brier: n === 0 ? null : tally.squaredErrorSum / n,
    expectedCalibrationError: n === 0 ? null : error / n,
    bins: tally.bins.map(toReliabilityBin),
    trend: trendOf(tally.recent, { count: n, scoreSum: total.scoreSum }),
  };
}

const toReliabilityBin = ({ count, confidenceSum, scoreSum }: Bin, i: number): ReliabilityBin => ({
  from: i / binCount,
  to: (i + 1) / binCount,
  count,
  meanConfidence: count === 0 ? null : confidenceSum / count,
  successRate: count === 0 ? null : scoreSum / count,
});

/** Compares the mean score of the latest third with that of the rest: a difference over .10 is a trend. */
export function trendOf(recent: Sums, all: Sums): Trend {
  const earlier = all.count - recent.count;
  if (recent.count === 0 || earlier === 0) return 'stable';
  const change = recent.scoreSum / recent.count - (all.scoreSum - recent.scoreSum) / earlier;
  if (exceeds(change, 0.1)) return 'improving';
  return exceeds(-change, 0.1) ? 'declining' : 'stable';
}
