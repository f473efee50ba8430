import { type IntentLabel, intents } from './cues.ts';
import { featuresOf, tellingFeatures } from './features.ts';
import fitted from './weights.json' with { type: 'json' };

/**
 * A multinomial logistic model over cues of ten languages. Its weights were fitted by `scripts/fit-intent.ts`, starting
 * from the tables of cues alone; with few examples they stay near these.
 */

export type Labelled = { label: IntentLabel; score: number };

/** Labels with a lower score are noise. */
const leastScore = 0.12;
const mostLabels = 4;

/** The share of each intent, 0 to 1, in the order of {@link intents}. */
export function sharesOf(features: readonly number[], weights: readonly (readonly number[])[]): number[] {
  const scores = weights.map((row) => row.reduce((sum, weight, i) => sum + weight * (features[i] ?? 0), 0));
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** The likely intents of a problem, most likely first, with scores that sum to at most 1; none without any cue. */
export function labelsOf(problem: string): Labelled[] {
  const features = featuresOf(problem);
  return features.slice(0, tellingFeatures).every((feature) => feature === 0)
    ? []
    : rank(sharesOf(features, fitted.weights));
}

export function rank(shares: readonly number[]): Labelled[] {
  return intents
    .map((label, i) => ({ label, score: Math.round((shares[i] ?? 0) * 1000) / 1000 }))
    .sort((a, b) => b.score - a.score)
    .filter(({ score }, i) => i === 0 || score >= leastScore)
    .slice(0, mostLabels);
}
