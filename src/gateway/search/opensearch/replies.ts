import type { Candidate } from '../../../db/search/candidates/candidates.ts';
import { mostOccurrences } from '../../../db/search/index/codec.ts';
import { face, faceOf, repeated } from './mapping.ts';

export type HitReply = {
  fields: { face: [string] };
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
  docvalue_fields: [face],
  sort: [{ _score: 'desc' }, { at: 'desc' }, { doc: 'desc' }],
};

/**
 * The document of a hit.
 *
 * @param terms the terms of the query; the hit names those that it has.
 * @param permitted whether it passes the filters; without it, the hit tells.
 */
export function candidateOf(hit: HitReply, terms: readonly string[], permitted?: boolean): Candidate {
  const { often, ...known } = faceOf(hit.fields.face[0]);
  const matched = hit.matched_queries ?? [];
  const counts = new Uint8Array(terms.length);
  const more = matched.length > 0 ? repeated(often) : undefined;
  for (const name of matched) {
    const value = terms[Number(name)];
    if (value === undefined) continue;
    counts[Number(name)] = Math.min(mostOccurrences, more?.get(value) ?? 1);
  }
  return { ...known, counts, permitted: permitted ?? matched.includes(permittedName) };
}

/** The document number of a hit. */
export const numberOf = (hit: HitReply): number => faceOf(hit.fields.face[0]).docNo;
