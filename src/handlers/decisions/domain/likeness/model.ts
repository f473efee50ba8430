import type { Relation } from '../options/relation.ts';
import { featuresAround, namesAround } from './around.ts';
import { featureNames, featuresOf } from './features.ts';
import { relationBetween } from './relation.ts';
import type { Read } from './text.ts';
import trees from './trees.json' with { type: 'json' };
import { likelyByTrees, type Trees, treesOf } from './trees.ts';
import fitted from './weights.json' with { type: 'json' };

/**
 * How related two decisions are, and whether one goes the other way than the other, by the features of the pair. They are asked twice:
 * of the features of the pair alone, by logistic regressions, and then together with what each has in common with those that are
 * likely related; then small trees tell how related they are, also by how far each is behind the best of those found, and a
 * regression the way. What has no embedding is compared by words, with weights of their own and without trees, which know too little
 * of lakes of a few decisions. `weights.json` and `trees.json` have them by the names of the features;
 * `scripts/fit-likeness.ts` fits them to judged decisions.
 */
export type Fitted = { related: readonly number[]; opposite: readonly number[] };
export type Together = { related: Trees | readonly number[]; opposite: readonly number[] };
export type Weights = { alone: Fitted; together: Together };

const rowOf = (weights: Readonly<Record<string, number>>, names: readonly string[]): number[] =>
  [...names, 'constant'].map((name) => weights[name] ?? 0);

const namesTogether = [...featureNames, ...namesAround] as const;
export const namesOf = {
  alone: featureNames,
  together: namesTogether,
  trees: [...namesTogether, ...namesTogether.map((name) => `${name}Behind`)],
} as const;
const weightsOf = (kind: keyof typeof fitted): Weights => ({
  alone: {
    related: rowOf(fitted[kind].alone.related, namesOf.alone),
    opposite: rowOf(fitted[kind].alone.opposite, namesOf.alone),
  },
  together: {
    related:
      kind === 'meaning'
        ? treesOf(trees, namesOf.trees)
        : rowOf(fitted.words.together.related, namesOf.together),
    opposite: rowOf(fitted[kind].together.opposite, namesOf.together),
  },
});
export const weights = { meaning: weightsOf('meaning'), words: weightsOf('words') };

export type Placed = {
  /** Its place among the decisions found. */
  at: number;
  /** From 0 to 1. */
  related: number;
  /** Likelihood that it goes the other way, if it is related. */
  opposite: number;
};

/** How much a decision that likely goes the other way is held back when the first is chosen: the power of its contrary. */
const caution = 8;
/** Less likely than this, it counts as going the same way. */
const leastDoubt = 0.1;

/** The features of each, and how far each of them is behind the highest. */
export function besideBest(features: readonly (readonly number[])[]): number[][] {
  const best = (features[0] ?? []).map((_, i) => Math.max(...features.map((row) => row[i] ?? 0)));
  return features.map((row) => [...row, ...row.map((value, i) => value - (best[i] ?? 0))]);
}

/** By relatedness; the first is the most related of those that hardly go the other way. */
export const orderOf = (features: readonly (readonly number[])[], by: Together): Placed[] =>
  inOrder(placesOf(features, by));

/** How related each is, in the order in which they were found. */
function placesOf(features: readonly (readonly number[])[], { related, opposite }: Together): Placed[] {
  const seen = 'trees' in related ? besideBest(features) : features;
  return features.map((row, at) => ({
    at,
    related: 'trees' in related ? likelyByTrees(seen[at] ?? [], related) : likely(row, related),
    opposite: likely(row, opposite),
  }));
}

function inOrder(places: readonly Placed[]): Placed[] {
  const placed = places.toSorted((a, b) => b.related - a.related || a.at - b.at);
  const worth = ({ related, opposite }: Placed) =>
    related * (opposite < leastDoubt ? 1 : (1 - opposite) ** caution);
  const first = placed.reduce((best, one, i) => (worth(one) > worth(placed[best] ?? one) ? i : best), 0);
  return [...placed.splice(first, 1), ...placed];
}

/** The features of each, with what it has in common with those that are likely related by `alone`. */
export function together(
  found: readonly Read[],
  features: readonly (readonly number[])[],
  { related, opposite }: Fitted,
): number[][] {
  const around = featuresAround(
    found,
    features.map((row) => ({ related: likely(row, related), opposite: likely(row, opposite) })),
  );
  return features.map((row, i) => [...row, ...(around[i] ?? [])]);
}

export function likely(features: readonly number[], weights: readonly number[]): number {
  const constant = weights[features.length] ?? 0;
  return 1 / (1 + Math.exp(-features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), constant)));
}

/** Less related than this, decisions are not similar; by words alone, unrelated ones in a small lake come near to the second. */
export const leastRelated = 0.02;
const leastByWords = 0.15;
/** Less related than this, even a decision whose options are the opposite ones says more. */
const hardlyRelated = 0.05;
/** From here on, a decision surely belongs to the matter. */
const surelyRelated = 0.5;
const likelyOpposite = 0.5;

export type Likeness = { score: number; direction: Relation };

const placesBy = (asked: Read, found: readonly Read[], by: Weights): Placed[] =>
  placesOf(together(found, featuresOf(asked, found), by.alone), by.together);

/**
 * How related each is: by its meaning, or by words where it is not embedded yet, as in the seconds after it was stored. By the weights
 * of meaning, one without an embedding would be as far as the mean of the others and behind the best of them, however much it has in
 * common. Each of the two is compared with all that were found: with what is embedded by all features, and by words as if nothing
 * were. Both tell the likelihood of the same judgements, so that they can be sorted together.
 */
function placesByBoth(asked: Read, found: readonly Read[]): Placed[] {
  const embedded = found.filter(({ meaning }) => meaning).length;
  const meant = embedded > 0 ? placesBy(asked, found, weights.meaning) : [];
  const said =
    embedded < found.length
      ? placesBy(
          asked,
          found.map((one) => ({ ...one, meaning: undefined })),
          weights.words,
        )
      : [];
  return found.flatMap(({ meaning }, i) => (meaning ? meant : said)[i] ?? []);
}

/**
 * The decisions most like one, the most related first. Those that go the other way by their options come after all that are more
 * than hardly related; those that most likely do so by their words, after the others that surely belong to the matter. The very
 * first is one that goes the same way wherever that is likely.
 *
 * @param by weights for all of them; by default, those of meaning for what is embedded, and those of words for the rest.
 */
export function byLikeness<T extends Read>(
  asked: Read,
  found: readonly T[],
  most: number,
  by?: Weights,
): (Likeness & { one: T })[] {
  const placed = inOrder(by ? placesBy(asked, found, by) : placesByBoth(asked, found))
    .flatMap(({ at, related, opposite }, place) => {
      const one = found[at];
      if (!one) return [];
      const read = relationBetween(asked, one);
      // What was chosen over the option of this one tells of it, in however few words.
      const least = one.meaning ? leastRelated : read === 'opposite' ? hardlyRelated : leastByWords;
      if (related < least) return [];
      const direction: Relation = read === 'related' && opposite >= likelyOpposite ? 'opposite' : read;
      return [{ one, score: related, direction, tier: tierOf(related, read, direction, place === 0) }];
    })
    .slice(0, most);
  return placed.toSorted((a, b) => a.tier - b.tier).map(({ tier: _, ...one }) => one);
}

function tierOf(score: number, read: Relation, direction: Relation, first: boolean): number {
  if (read === 'opposite') return score < hardlyRelated ? 4 : 2;
  if (first) return 0;
  if (score < hardlyRelated) return 3;
  return direction === 'opposite' || score < surelyRelated ? 1 : 0;
}
