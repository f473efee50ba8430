import type { Candidate } from '../features/context.ts';
import weights from './instructing.json' with { type: 'json' };
import { sigmoid } from './linear.ts';

/** How the sentences of a document tell whether it instructs; `scripts/events/fit-instructing.ts` fits it. */
export type Instructing = { bias: number; weights: Readonly<Record<string, number>> };

/** Of fewer sentences, their shares say nothing. */
const fewest = 6;
/** What the odds of an event are worth in a text that instructs, beside those in a record of what happened. */
const rarity = 0.04;

/** Features whose share among the sentences of a document tells what it is for; words and titles only tell who wrote it. */
const telling = /^(?:c:\p{L}+$|looks:|kind:|genre:|speaker:|stamp:|ends:|heading:[^:]+$)/u;

/** The share of the sentences of a document that have each telling feature, 0 to 1. */
export function sharesOf(candidates: readonly Candidate[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { features } of candidates)
    for (const name of features)
      if (telling.test(name)) shares.set(name, (shares.get(name) ?? 0) + 1 / candidates.length);
  return shares;
}

/**
 * How likely a document instructs: a manual, a reference, a tutorial. It says what can be done, in the words of what was done, and
 * tells of nearly no event.
 *
 * @returns 0 to 1; 0 for a document of a few sentences.
 */
export function instructs(candidates: readonly Candidate[], fitted: Instructing = weights): number {
  if (candidates.length < fewest) return 0;
  let score = fitted.bias;
  for (const [name, share] of sharesOf(candidates)) score += (fitted.weights[name] ?? 0) * share;
  return sigmoid(score);
}

/** The probabilities of classes, of which the first is "no event", in a document that instructs with a probability. */
export function lessIn(instructing: number, odds: Float64Array): Float64Array {
  const worth = 1 - instructing * (1 - rarity);
  const weighed = odds.map((share, at) => (at === 0 ? share : share * worth));
  const sum = weighed.reduce((all, one) => all + one, 0);
  return weighed.map((share) => share / sum);
}
