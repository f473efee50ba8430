import { prior } from './beta.ts';
import { rounded } from './numbers.ts';

export type Side = { successes: number; total: number };

/**
 * The probability that the success rate of `a` is above that of `b`, with the prior of calibrations for both. Exact: with
 * a ~ Beta(p, q) and b ~ Beta(r, s) in whole numbers, P(a > b) = Σ_{i<p} B(r + i, q + s) / ((q + i) · B(1 + i, q) · B(r, s))
 * (E. Miller, Formulas for Bayesian A/B Testing, https://www.evanmiller.org/bayesian-ab-testing.html).
 */
export function probabilityAbove(a: Side, b: Side): number {
  const [p, q] = [prior.alpha + a.successes, prior.beta + a.total - a.successes];
  const [r, s] = [prior.alpha + b.successes, prior.beta + b.total - b.successes];
  let sum = 0;
  for (let i = 0; i < p; i += 1)
    sum += Math.exp(logBeta(r + i, q + s) - Math.log(q + i) - logBeta(1 + i, q) - logBeta(r, s));
  return Math.min(1, sum);
}

const logBeta = (x: number, y: number): number => logGamma(x) + logGamma(y) - logGamma(x + y);

/** ln Γ of a whole number from 1. */
function logGamma(n: number): number {
  let sum = 0;
  for (let i = 2; i < n; i += 1) sum += Math.log(i);
  return sum;
}

/** The A/B comparison of a skill as it is told; nothing where one side has no outcome. */
export function comparison(with_: Side, without: Side) {
  if (with_.total === 0 || without.total === 0) return undefined;
  return {
    with: with_,
    without,
    probability_better: rounded(probabilityAbove(with_, without), 2),
  };
}
