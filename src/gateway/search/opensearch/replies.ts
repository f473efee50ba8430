import type { Candidate } from '../../../db/search/candidates/candidates.ts';
import { mostOccurrences } from '../../../db/search/index/codec.ts';
import { columns, repeated } from './mapping.ts';

type Column = (typeof columns)[number];
export type HitReply = {
  fields: Record<Exclude<Column, 'often'>, [number]> & { often?: string[] };
  matched_queries?: string[];
};
export type SearchReply = {
  hits: { total: { value: number; relation: 'eq' | 'gte' }; hits: HitReply[] };
  aggregations?: Record<string, { value: number; buckets?: { key: number; words: { value: number } }[] }>;
  _shards: { total: number; failed: number };
  error?: { type?: string; reason?: string };
  status?: number;
};

/** The name of the clause that tells whether a document passes the filters. */
export const permittedName = 'permitted';

/** How every search asks for its hits. */
export const asHits = {
  _source: false,
  stored_fields: '_none_',
  docvalue_fields: columns,
  sort: [{ _score: 'desc' }, { at: 'desc' }, { doc: 'desc' }],
};

/**
 * The document of a hit.
 *
 * @param terms the terms of the query; the hit names those that it has.
 * @param permitted whether it passes the filters; without it, the hit tells.
 */
export function candidateOf(hit: HitReply, terms: readonly string[], permitted?: boolean): Candidate {
  const { doc, group, previous, before, length, asks, at, often } = hit.fields;
  const matched = hit.matched_queries ?? [];
  const counts = new Uint8Array(terms.length);
  const more = often && matched.length > 0 ? repeated(often) : undefined;
  for (const name of matched) {
    const value = terms[Number(name)];
    if (value === undefined) continue;
    counts[Number(name)] = Math.min(mostOccurrences, more?.get(value) ?? 1);
  }
  return {
    docNo: doc[0],
    groupNo: group[0],
    previous: previous[0],
    beforePrevious: before[0],
    length: length[0],
    asks: asks[0] === 1,
    at: at[0],
    counts,
    permitted: permitted ?? matched.includes(permittedName),
  };
}
