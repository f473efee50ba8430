import { featureNames, signsOf } from './signs.ts';
import fitted from './weights.json' with { type: 'json' };

/**
 * Whether a thought leaves the problem, read without a model by a logistic model over signs: acts of digression ("while we
 * are at it"), wishes and undertakings, subjects at the edge of the work that neither the problem nor the thread has
 * mentioned, words that projects use of new features rather than of faults, the language of work on a problem ("because",
 * "compare"), and what it shares with problem and thread. `scripts/fit-scope.ts` fitted the weights, which `weights.json`
 * has by name.
 */

export type Creep = {
  /** Above 0: it leaves the problem. The logarithm of the odds. */
  score: number;
  /** What leads away, most telling first. */
  signs: string[];
};

const weightOf: Readonly<Record<string, number>> = fitted.weights;
const weights = featureNames.map((name) => weightOf[name] ?? 0);
/** A thought that calls itself a digression is one, and one without anything in common with the problem. */
const leastOfPlain = 0.5;

export function measureCreep(thought: string, problem: string, thread: readonly string[]): Creep {
  const { features, announced, unrelated, away } = signsOf(thought, problem, thread);
  const score = features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
  return { score: announced || unrelated ? Math.max(score, leastOfPlain) : score, signs: away };
}

/**
 * Detects whether a thought leaves the problem.
 *
 * @param thread earlier thoughts, without those that left the problem themselves.
 * @returns the reason, or undefined.
 */
export function scopeCreep(thought: string, problem: string, thread: readonly string[]): string | undefined {
  const { score, signs } = measureCreep(thought, problem, thread);
  if (score <= 0) return undefined;
  const named = [...new Set(signs)].slice(0, 3).map((sign) => `"${sign}"`);
  return named.length === 0
    ? 'None of its words relate to the problem or the thoughts so far.'
    : `${named.join(', ')}: this leads away from the problem; finish it first.`;
}
