import type { Language } from './collection/collection.ts';
import type { RankedDocument } from './score/ranked.ts';
import type { QueryVector } from './score/vectors.ts';
import type { SearchMode } from './text/parse-query.ts';

export type { RankedDocument } from './score/ranked.ts';

export type Query<Filter> = {
  text: string;
  mode: SearchMode;
  filter: Filter;
  limit: number;
  offset: number;
  explain?: boolean | undefined;
  /** Look for the nearest words where some are unknown. */
  correct?: boolean | undefined;
  /** Words in lower case that are no slips: only one that is a single edit away may take their place. */
  knownWords?: readonly string[] | undefined;
  /** The query vector; if given, the semantically nearest documents are merged with the lexical matches. */
  queryVector?: QueryVector | undefined;
};

export type Answer = {
  /** The requested page, best first. */
  hits: RankedDocument[];
  /** How many documents match by a word, without neighbours; in a hybrid search, plus the semantic hits that do not. */
  total: number;
  /** Whether there are matches after the page; what is only next to one does not count. */
  more: boolean;
  /** False when documents are pending, or the time budget ended the search early. */
  totalIsExact: boolean;
  /** How the words were combined in the end: a quoted phrase without matches falls back to `any`. */
  mode: SearchMode;
  /** Stored documents that are not indexed yet and were not searched. */
  pending: number;
  /** The query with the nearest known words in place of unknown ones; `used`: nothing else matched, so it was searched. */
  correction?: { text: string; used: boolean };
  /** What was not searched, and why, in sentences; absent when all of the index answered. */
  missing?: string;
};

export type EngineOptions = {
  /** The default language of documents. */
  language: Language;
  /** Maximum bytes of postings kept in memory. */
  cacheBytes: number;
  /** Maximum milliseconds for a query once the index is loaded. */
  budgetMs: number;
  /** Statement timeout in milliseconds, enforced by PostgreSQL. */
  statementMs: number;
};
