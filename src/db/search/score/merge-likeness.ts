import type { Likeness } from './centre.ts';
import { keepExact } from './keep-exact.ts';
import { depthOf } from './page.ts';
import type { RankedDocument } from './ranked.ts';
import type { LegRanks, QueryVector } from './vectors.ts';
import { meaningWeights as m, weights as w } from './weights.ts';

/** What is known of the documents around those that are merged. */
export type Surroundings = {
  /** How many documents the collection has. */
  documents: number;
  /** The document before it, the one before that, the one after it, and the one after that; -1 for none. */
  neighboursOf(doc: number): readonly number[];
  /** Whether a document asks something. */
  asks(doc: number): boolean;
};

/** Results by words and by meaning, best first. */
type Legs = {
  hits: readonly RankedDocument[];
  near: readonly number[];
  /** Those of both that were compared with the query. */
  compared: readonly number[];
  queryVector: Pick<QueryVector, 'contextual' | 'asks' | 'foundOnly'>;
};

/**
 * Merges the results by words with the documents nearest in meaning. The score of a document is that of its words, as a share
 * of what four of the rarest words could give, plus a share of its likeness to the query and of that of its neighbours, which
 * count as much as they do by words. Of the results by words, those behind the first {@link depthOf} keep their order behind
 * all others.
 */
export function mergeLikeness(
  { hits, near, compared, queryVector }: Legs,
  likeness: Likeness,
  around: Surroundings,
): (RankedDocument & { places: LegRanks })[] {
  const { contextual, asks: isAsked } = queryVector;
  const first = hits.slice(0, depthOf(queryVector));
  const byWords = 1 / (m.rareWords * Math.log(1 + Math.max(1, around.documents)));
  const merged = new Map<number, RankedDocument & { places: LegRanks }>();
  first.forEach((hit, i) => {
    merged.set(hit.docNo, { ...hit, score: hit.score * byWords, places: { lexical: i + 1 } });
  });
  near.forEach((docNo, i) => {
    const one = merged.get(docNo) ?? { docNo, score: 0, places: {} };
    one.places.semantic = i + 1;
    merged.set(docNo, one);
  });
  const likenessOf = contextual
    ? (doc: number) => m.contextualShare * Math.max(0, likeness.get(doc) ?? 0)
    : (doc: number) => m.share * alike(doc, likeness, around);
  // One without a vector, such as a new one, was found by words: it counts as alike as the others that were.
  const seen = compared.filter((doc) => likeness.has(doc));
  const byWordsToo = seen.filter((doc) => merged.get(doc)?.places.lexical !== undefined);
  const ordinary = mean((byWordsToo.length > 0 ? byWordsToo : seen).map(likenessOf));
  for (const docNo of compared) {
    const one = merged.get(docNo);
    if (!one) continue;
    one.meaning = likeness.has(docNo) ? likenessOf(docNo) : ordinary;
    one.score += one.meaning;
  }
  if (isAsked) for (const one of merged.values()) if (around.asks(one.docNo)) one.score *= m.asking;
  // Sorting is stable: equal ones stay in the order of their words.
  const best = keepExact(
    first,
    [...merged.values()].sort((a, b) => b.score - a.score),
  );
  const least = best.at(-1)?.score ?? 0;
  const others = hits.flatMap((hit, i) =>
    i < first.length || merged.has(hit.docNo)
      ? []
      : [{ ...hit, score: Math.min(least, hit.score * byWords), places: { lexical: i + 1 } }],
  );
  return [...best, ...others];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The likeness of a document and, in part, of those around it; what is unlike the query counts nothing. */
function alike(doc: number, likeness: Likeness, { neighboursOf, asks }: Surroundings): number {
  const [before = -1, earlier = -1, after = -1, later = -1] = neighboursOf(doc);
  const of = (d: number) => Math.max(0, likeness.get(d) ?? 0);
  const asked = before >= 0 && asks(before) ? w.afterQuestion : 1;
  return (
    of(doc) +
    w.afterMatch * asked * of(before) +
    w.twoAfterMatch * of(earlier) +
    w.beforeMatch * of(after) +
    w.twoBeforeMatch * of(later)
  );
}
