import type { Sent } from '../../../db/search/feed/feed.ts';
import { weights } from '../../../db/search/score/weights.ts';
import { question } from '../../../db/search/text/analyze.ts';

/** Raised with each change below that needs a new index: `dewey search reindex` makes one. */
export const mappingVersion = 1;

/** Between terms at the same place of a text; no term contains it. */
const besides = '|';
/** A place without a term. */
const nothing = '|';
/** Results can be as far down as a tool's offset and limit go. */
const deepest = 1_001_000;

/** A number to search by; `sorted`: to sort or sum by, too. */
const number = (type: 'integer' | 'double' | 'short', sorted = false) => ({ type, doc_values: sorted });

/**
 * The index of a collection. Texts are analysed by this program, as for the embedded index; OpenSearch only splits what
 * it is given: places by spaces, and terms at one place by a bar. Neither texts nor sources are kept.
 */
export const indexOf = (shards: number, meta: Record<string, unknown>) => ({
  settings: {
    number_of_shards: shards,
    auto_expand_replicas: '0-1',
    // What is fed is refreshed at once.
    refresh_interval: '30s',
    max_result_window: deepest,
    // A late repetition of a document must meet the deletion that came after it.
    gc_deletes: '1h',
    // A purge leaves none of the words of what it removes.
    merge: { policy: { expunge_deletes_allowed: 0 } },
    similarity: { default: { type: 'BM25', k1: weights.k1, b: weights.b } },
    analysis: {
      analyzer: { places: { type: 'custom', tokenizer: 'places', filter: ['terms'] } },
      tokenizer: { places: { type: 'whitespace', max_token_length: 100_000 } },
      filter: { terms: { type: 'pattern_capture', preserve_original: false, patterns: ['([^|]+)'] } },
    },
  },
  mappings: {
    dynamic: 'strict',
    _meta: { ...meta, version: mappingVersion },
    _source: { enabled: false },
    properties: {
      terms: { type: 'text', analyzer: 'places' },
      face: { type: 'binary', doc_values: true },
      doc: number('integer', true),
      group: number('integer', true),
      length: number('integer', true),
      at: number('double', true),
      previous: number('integer', true),
      before: number('integer'),
      kind: number('short'),
    },
  },
});

/** A document as the index takes it. */
export function sourceOf(document: Sent): Record<string, unknown> {
  const places: string[] = [];
  const often: string[] = [];
  for (const [term, positions] of document.terms) {
    if (positions.length > 1) often.push(`${term}${besides}${positions.length}`);
    for (const at of positions)
      places[at] = places[at] === undefined ? term : `${places[at]}${besides}${term}`;
  }
  const { docNo: doc, groupNo: group, beforePrevious: before, length, kind, at } = document;
  const previous = document.previous ?? -1;
  const asks = document.flags & question ? 1 : 0;
  const face = [doc, group, previous, before, length, asks, at, ...often].join(' ');
  return {
    terms: Array.from(places, (place) => place ?? nothing).join(' '),
    face: Buffer.from(face).toString('base64'),
    ...{ doc, group, length, at, previous, before, kind },
  };
}

/** What a hit tells of its document, apart from the query: one value, since reading many takes the cluster long. */
export const face = 'face';

export type Face = {
  docNo: number;
  groupNo: number;
  previous: number;
  beforePrevious: number;
  length: number;
  asks: boolean;
  at: number;
  /** Terms that it has more than once, with their number. */
  often: readonly string[];
};

export function faceOf(value: string): Face {
  const [doc, group, previous, before, length, asks, at, ...often] = Buffer.from(value, 'base64')
    .toString()
    .split(' ');
  return {
    docNo: Number(doc),
    groupNo: Number(group),
    previous: Number(previous),
    beforePrevious: Number(before),
    length: Number(length),
    asks: asks === '1',
    at: Number(at),
    often,
  };
}

/** How often a document has the terms that it has more than once. */
export function repeated(often: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of often) {
    const bar = entry.lastIndexOf(besides);
    counts.set(entry.slice(0, bar), Number(entry.slice(bar + 1)));
  }
  return counts;
}
