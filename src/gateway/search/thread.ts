import { workerData } from 'node:worker_threads';
import { collections } from '../../db/collections.ts';
import { openPool } from '../../db/postgres/pool.ts';
import type { Language } from '../../db/search/collection/collection.ts';
import type { Answer, Query } from '../../db/search/query.ts';
import { type HighlightQuery, type Highlights, highlight } from '../../db/search/text/highlight.ts';
import type { Config } from '../config/env.ts';
import { createLog } from '../runtime/log.ts';
import { answerQuestions } from '../runtime/worker-threads.ts';
import { embeddedEngine } from './embedded.ts';
import type { FeederFigures, ThreadEngine } from './engine/thread-engine.ts';

/**
 * The search thread: answers queries and maintains the index, so that neither tokenising (of texts, queries and
 * longer snippets) nor scoring a million documents blocks the gateway's event loop.
 */

/** What the thread is started with. */
export type SearchOptions = {
  url: string;
  language: Language;
  cacheBytes: number;
  statementMs?: number;
  /** The nodes of the OpenSearch cluster that searches; without it, the embedded index does. */
  cluster?: readonly string[] | undefined;
  logLevel: Config['logLevel'];
};

export type SearchQuestion =
  | { kind: 'find'; collectionId: number; query: Query<never> }
  | { kind: 'highlight'; query: HighlightQuery; texts: readonly string[] }
  /** Answered when the index is not far behind what is stored. */
  | { kind: 'keepUp'; collectionId: number }
  /** Answered when nearly all that waits is stored in the index. */
  | { kind: 'finish' }
  /** What was fed to the cluster; undefined without one. */
  | { kind: 'figures' }
  /** The database is migrated: load the index and maintain it. Answered after `end`. */
  | { kind: 'maintain' }
  /** Finish the flush in progress and close the connections. */
  | { kind: 'end' };

export type SearchAnswers = {
  find: Answer;
  highlight: Highlights;
  keepUp: undefined;
  finish: undefined;
  figures: FeederFigures | undefined;
  maintain: undefined;
  end: undefined;
};

const { url, logLevel, cluster, ...options } = workerData as SearchOptions;
/**
 * Searches in a cluster wait for it, not for each other. Those of the index run one at a time, beside a flush, the look for
 * new documents, and the ends of transactions that have only read.
 */
const connections = cluster ? 8 : 6;
const db = openPool(url, { max: connections, applicationName: 'dewey search' });
const log = createLog(logLevel);
const stopping = new AbortController();
let opening: Promise<ThreadEngine> | undefined;
let maintenance: Promise<void> | undefined;

/** The engine of this configuration; what a cluster needs is only loaded with one. */
function engine(): Promise<ThreadEngine> {
  opening ??= open();
  return opening;
}

async function open(): Promise<ThreadEngine> {
  if (!cluster) return embeddedEngine(db.sql, options, log);
  const { openClusterEngine } = await import('./opensearch/index.ts');
  return await openClusterEngine(db.sql, cluster, options, log);
}

async function find({ collectionId, query }: SearchQuestion & { kind: 'find' }): Promise<Answer> {
  return (await engine()).find(collectionOf(collectionId), query);
}

async function keepUp({ collectionId }: SearchQuestion & { kind: 'keepUp' }): Promise<undefined> {
  await (await engine()).keepUp?.(collectionOf(collectionId));
}

function collectionOf(collectionId: number) {
  const collection = collections.find((candidate) => candidate.collectionId === collectionId);
  if (!collection) throw new Error(`There is no collection ${collectionId}.`);
  return collection;
}

async function end(): Promise<undefined> {
  stopping.abort();
  await maintenance;
  await (await opening)?.close();
  await db.close();
}

async function maintain(): Promise<undefined> {
  maintenance ??= (await engine()).maintain(stopping.signal);
  await maintenance;
}

answerQuestions<SearchQuestion, SearchAnswers[SearchQuestion['kind']]>(async (question) => {
  switch (question.kind) {
    case 'find':
      return find(question);
    case 'highlight':
      return highlight(question.query, question.texts);
    case 'keepUp':
      return keepUp(question);
    case 'finish':
      await (await engine()).finish?.();
      return undefined;
    case 'figures':
      return (await engine()).figures?.();
    case 'maintain':
      return maintain();
    case 'end':
      return end();
  }
});
