import { type Relation, relationOf } from '../options/relation.ts';
import { featureNames, featuresOf } from './features.ts';
import type { Read } from './text.ts';
import fitted from './weights.json' with { type: 'json' };

/**
 * Two logistic regressions over the features of a pair of decisions: how related they are, and whether one goes the other way
 * than the other. `weights.json` has the weights by the names of the features; `scripts/fit-likeness.ts` fits them to judged
 * decisions.
 */
export type Weights = { related: readonly number[]; opposite: readonly number[] };

const rowOf = (weights: Readonly<Record<string, number>>): number[] =>
  [...featureNames, 'constant'].map((name) => weights[name] ?? 0);

/** Preference for the same domain among equally similar decisions, in odds: few judged decisions have a domain. */
const ownDomain = 1;
const weights: Weights = {
  related: rowOf({ ...fitted.related, domain: fitted.related.domain + ownDomain }),
  opposite: rowOf(fitted.opposite),
};

export type Placed = {
  /** Its place among the decisions found. */
  at: number;
  /** From 0 to 1. */
  related: number;
  /** Likelihood that it goes the other way, if it is related. */
  opposite: number;
};

/** How much less a decision that goes the other way counts when the first is chosen. */
const contrary = 0.9;

/** By relatedness; the first is the most related of those that hardly go the other way. */
export function orderOf(features: readonly (readonly number[])[], { related, opposite }: Weights): Placed[] {
  const placed = features
    .map((row, at) => ({ at, related: likely(row, related), opposite: likely(row, opposite) }))
    .toSorted((a, b) => b.related - a.related || a.at - b.at);
  const worth = (one: Placed) => one.related * (1 - contrary * one.opposite);
  const first = placed.reduce((best, one, i) => (worth(one) > worth(placed[best] ?? one) ? i : best), 0);
  return [...placed.splice(first, 1), ...placed];
}

export function likely(features: readonly number[], weights: readonly number[]): number {
  const constant = weights[features.length] ?? 0;
  return 1 / (1 + Math.exp(-features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), constant)));
}

/** Less related than this, decisions are not similar. */
export const leastRelated = 0.004;
/** From here on, a decision surely belongs to the matter. */
const surelyRelated = 0.05;

const likelyOpposite = 0.5;

export type Likeness = { score: number; direction: Relation };

/**
 * The decisions most like one. Those of its matter come before those that only touch it; of either, those that go the other
 * way are the last: `opposite` by their options, or most likely by their words.
 */
export function byLikeness<T extends Read>(
  asked: Read,
  found: readonly T[],
  most: number,
  by: Weights = weights,
): (Likeness & { one: T })[] {
  const placed = orderOf(featuresOf(asked, found), by).flatMap(({ at, related, opposite }) => {
    const one = found[at];
    if (!one || related < leastRelated) return [];
    const read = relationOf(asked.compared, one.compared);
    const direction: Relation = read === 'related' && opposite >= likelyOpposite ? 'opposite' : read;
    return [{ one, score: related, direction }];
  });
  const tier = ({ score, direction }: Likeness) =>
    (score >= surelyRelated ? 0 : 2) + (direction === 'opposite' ? 1 : 0);
  return placed.slice(0, most).toSorted((a, b) => tier(a) - tier(b));
}
