import type { RankedDocument } from './ranked.ts';
import type { QueryVector } from './vectors.ts';

/** How many of the best by words are compared with the query; as many of the nearest are added to them. */
export const mostCompared = 100;
/** How many of the best by words are merged with the nearest. */
const mostMerged = 1000;

type Asked = { offset: number; limit: number };

/**
 * The requested page of the best documents, and whether there are matches after it: what is only next to a match may be
 * among matches, but is worth no page of its own.
 *
 * @param hits the best, to the last one of the page at least.
 * @param total how many documents match.
 */
export function pageOf<One extends RankedDocument>(
  hits: readonly One[],
  total: number,
  { offset, limit }: Asked,
): { hits: One[]; more: boolean } {
  const end = offset + limit;
  const shown = hits.slice(0, end);
  const matches = shown.filter(({ neighbour }) => !neighbour).length;
  return { hits: shown.slice(offset), more: shown.length === end && matches < total };
}

/** All pages are parts of one order: how many of the best by words are ranked again does not depend on the page. */
export const depthOf = ({ foundOnly }: Pick<QueryVector, 'foundOnly'>): number =>
  foundOnly ? mostCompared : mostMerged;

/** What to ask for by words for a page of an order by words and meaning. */
export const byWords = <Query extends Asked>(
  query: Query,
  queryVector: Pick<QueryVector, 'foundOnly'>,
): Query => ({
  ...query,
  offset: 0,
  limit: Math.max(depthOf(queryVector), query.offset + query.limit),
});

/** The requested page of results by words and meaning, best first, with a total that counts what only meaning found. */
export function mergedPage(
  merged: readonly RankedDocument[],
  byWordsTotal: number,
  asked: Asked,
): { hits: RankedDocument[]; more: boolean; total: number } {
  const near = merged.filter(({ places }) => places?.lexical === undefined).length;
  const total = byWordsTotal + near;
  return { ...pageOf(merged, total, asked), total };
}
