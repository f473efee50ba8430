import { setTimeout as delay } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { collections } from '../../db/collections.ts';
import { openPool } from '../../db/postgres/pool.ts';
import type { Language } from '../../db/search/collection/collection.ts';
import type { Answer, Query } from '../../db/search/engine.ts';
import { Maintenance } from '../../db/search/index/maintenance.ts';
import { pendingCollections } from '../../db/search/index/pending.ts';
import { createEngines } from '../../db/search/search.ts';
import { type HighlightQuery, type Highlights, highlight } from '../../db/search/text/highlight.ts';
import type { Config } from '../config/env.ts';
import { createLog } from '../runtime/log.ts';
import { answerQuestions } from '../runtime/worker-threads.ts';

/**
 * The search thread: answers queries and maintains the index, so that neither tokenising (of texts, queries and
 * snippets) nor scoring a million documents blocks the gateway's event loop.
 */

/** What the thread is started with. */
export type SearchOptions = {
  url: string;
  language: Language;
  cacheBytes: number;
  statementMs?: number;
  logLevel: Config['logLevel'];
};

export type SearchQuestion =
  | { kind: 'find'; collectionId: number; query: Query<never> }
  | { kind: 'highlight'; query: HighlightQuery; texts: readonly string[] }
  /** The database is migrated: load the index and maintain it. Answered after `end`. */
  | { kind: 'maintain' }
  /** Finish the flush in progress and close the connections. */
  | { kind: 'end' };

export type SearchAnswers = { find: Answer; highlight: Highlights; maintain: undefined; end: undefined };

const { url, logLevel, ...options } = workerData as SearchOptions;
const db = openPool(url, { max: 3, applicationName: 'dewey search' });
const log = createLog(logLevel);
const engines = createEngines(db.sql, options);
const stopping = new AbortController();
let maintenance: Promise<unknown> | undefined;

const tickMs = 500;
const aheadMs = 250;
const troubleMs = 5000;

async function keepInOrder(): Promise<void> {
  for (const collection of collections) await engines(collection).warm();
  const maintenances = new Map(
    collections.map((collection) => [
      collection.collectionId,
      new Maintenance(db.sql, collection, options.language, engines(collection)),
    ]),
  );
  while (!stopping.signal.aborted) {
    let rest: number | undefined;
    for (const id of await pendingCollections(db.sql, [...maintenances.keys()])) {
      const wanted = await maintenances.get(id)?.tend();
      if (wanted !== undefined) rest = Math.max(rest ?? 0, wanted);
    }
    await pause(rest ?? tickMs);
  }
}

/** Indexes what was just stored before it is searched for. */
async function lookAhead(): Promise<void> {
  while (!stopping.signal.aborted) {
    const pending = await pendingCollections(
      db.sql,
      collections.map(({ collectionId }) => collectionId),
    );
    for (const collection of collections)
      if (pending.includes(collection.collectionId)) await engines(collection).prepare();
    await pause(aheadMs);
  }
}

/** Sleeps until the time is up or the thread stops. */
const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

async function throughTrouble(work: () => Promise<void>): Promise<void> {
  while (!stopping.signal.aborted)
    try {
      await work();
    } catch (err) {
      log.warn({ err }, 'the search index could not be kept in order; trying again');
      await pause(troubleMs);
    }
}

async function find({ collectionId, query }: SearchQuestion & { kind: 'find' }): Promise<Answer> {
  const collection = collections.find((candidate) => candidate.collectionId === collectionId);
  if (!collection) throw new Error(`There is no collection ${collectionId}.`);
  return engines(collection).search(query);
}

async function end(): Promise<undefined> {
  stopping.abort();
  await maintenance;
  await db.close();
}

async function maintain(): Promise<undefined> {
  maintenance ??= Promise.all([throughTrouble(keepInOrder), throughTrouble(lookAhead)]);
  await maintenance;
}

answerQuestions<SearchQuestion, Answer | Highlights | undefined>((question) => {
  switch (question.kind) {
    case 'find':
      return find(question);
    case 'highlight':
      return highlight(question.query, question.texts);
    case 'maintain':
      return maintain();
    case 'end':
      return end();
  }
});
