import type { Pool } from '../postgres/connect.ts';
import type { Collection } from './collection/collection.ts';
import { type Answer, Engine, type EngineOptions, type Query } from './engine.ts';
import { flush, flushSize } from './index/flush.ts';
import { merge } from './index/merge.ts';
import { type HighlightQuery, type Highlights, highlight } from './text/highlight.ts';

/** Text search over collections: the index is in the database, and evaluated in this process or a thread. */
export type Search = {
  /** Finds everything committed before the call. */
  find<Filter>(collection: Collection<Filter>, query: Query<Filter>): Promise<Answer>;
  /** The snippets of these texts for a query, in their order. */
  highlight(query: HighlightQuery, texts: readonly string[]): Promise<Highlights>;
  /**
   * Who has stored many texts awaits this after the commit, so that the index keeps pace and searches stay fast; absent
   * where nothing keeps an index in memory. It never fails.
   *
   * @param stored how many texts it was.
   */
  keepUp?(collection: Collection<never>, stored: number): Promise<void>;
};

export type SearchOptions = Partial<EngineOptions>;

export const searchDefaults: EngineOptions = {
  language: 'english',
  cacheBytes: 64 * 1024 * 1024,
  budgetMs: 400,
  statementMs: 10_000,
};

/** Search in this process; maintenance is left to another process. */
export function createSearch(sql: Pool, options: SearchOptions = {}): Search {
  const engines = createEngines(sql, options);
  return { find: (collection, query) => engines(collection).search(query), highlight };
}

/** One engine per collection, created on first use. */
export function createEngines(sql: Pool, options: SearchOptions) {
  const engines = new Map<number, unknown>();
  return <Filter>(collection: Collection<Filter>): Engine<Filter> => {
    // A collection id stands for one collection, so its engine takes that collection's filter.
    const known = engines.get(collection.collectionId) as Engine<Filter> | undefined;
    const engine = known ?? new Engine(sql, collection, { ...searchDefaults, ...options });
    engines.set(collection.collectionId, engine);
    return engine;
  };
}

/**
 * Search in this process that also flushes when more documents are pending than a query scans: for handlers that run
 * without a gateway. At most one flush per query bounds its cost; the answer reports what is still pending.
 */
export function createLoneSearch(sql: Pool, options: SearchOptions = {}): Search {
  const { language } = { ...searchDefaults, ...options };
  const engines = createEngines(sql, options);
  return {
    async find(collection, query) {
      const answer = await engines(collection).search(query);
      if (answer.pending === 0) return answer;
      await flush(sql, collection, language, flushSize);
      while (await merge(sql, collection.collectionId));
      return engines(collection).search(query);
    },
    highlight,
  };
}
