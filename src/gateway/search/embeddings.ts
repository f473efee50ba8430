import { setTimeout as delay } from 'node:timers/promises';
import { collections as allCollections } from '../../db/collections.ts';
import type { Pool } from '../../db/postgres/connect.ts';
import { failureCode, isUnavailable } from '../../db/postgres/errors.ts';
import type { Collection } from '../../db/search/collection/collection.ts';
import { type Embedder, EmbedderError, modelsFor } from '../../db/search/embedder.ts';
import {
  claim,
  countEmbeddings,
  highest,
  letGo,
  modelNumber,
  reclaim,
  type Search,
  setAside,
  storeEmbeddings,
  sweepEmbeddings,
  type TextToEmbed,
  textsToEmbed,
} from '../../db/search/embeddings.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { type Pace, paced } from './pace.ts';

/** If this many in a row are refused, the texts are not the cause. */
const mostRefused = 4;
/** Ids are assigned before commit: this far below the newest, rows may still appear. */
const lateness = 5000;
/** Rows that appear even later are found by a full scan at this interval. */
const everythingAgainMs = 3_600_000;
const countAgainMs = 60_000;
const longestPauseMs = 300_000;

export type EmbeddingOptions = Pace & {
  collections: readonly Collection<never>[];
  /** How soon to look again when there was nothing to do. */
  idleMs: number;
  /** The first wait after a failure; it doubles with each further one. */
  firstPauseMs: number;
  /** Documents per request. */
  batchSize: number;
  /** Of each collection, at most about this many documents are embedded, the newest. */
  mostDocuments: number;
};
const defaults: EmbeddingOptions = {
  collections: allCollections,
  idleMs: 2000,
  firstPauseMs: 1000,
  batchSize: 32,
  restFactor: 0,
  savedMs: 0,
  mostDocuments: Number.POSITIVE_INFINITY,
};

/**
 * A text takes the local model some 20 to 100 ms: it works a fifth of the time, on what is likely to be asked for, and may
 * work up to ten minutes ahead, which is enough for some five thousand messages.
 */
export const localPace: Partial<EmbeddingOptions> = {
  batchSize: 8,
  restFactor: 4,
  savedMs: 600_000,
  mostDocuments: 20_000,
};

export type EmbeddingFigures = {
  embedded: number;
  refused: number;
  /** Documents without an embedding at the last count. */
  pending: number;
  /** Failed requests by kind. */
  failures: Map<EmbedderError['kind'], number>;
  /** Whether the last request was answered. */
  ok: boolean;
};

export type EmbeddingWorker = {
  figures: EmbeddingFigures;
  /** Starts the worker; call it once the database is migrated. */
  begin(): void;
  /** Releases its claims and ends. */
  stop(): Promise<void>;
};

/** How far a collection has been processed: everything between `low` and `high` has an embedding or a claim. */
type Progress = { low: number; high: number; wholeAt: number };

/**
 * Embeds documents without an embedding in the background, newest first. Any number of processes may do so: each claims
 * its documents, so nothing is sent twice, and claims of a killed process are taken over. After failures the provider
 * is retried at growing intervals.
 */
export function createEmbeddingWorker(
  sql: Pool,
  embedder: Embedder,
  log: Log,
  options: Partial<EmbeddingOptions> = {},
): EmbeddingWorker {
  const settings = { ...defaults, ...options };
  const { collections, idleMs, firstPauseMs, batchSize, mostDocuments } = settings;
  const figures: EmbeddingFigures = { embedded: 0, refused: 0, pending: 0, failures: new Map(), ok: true };
  const ways = collections.flatMap((collection) =>
    modelsFor(embedder, collection).map((name) => ({ collection, name })),
  );
  const stopping = new AbortController();
  const { signal } = stopping;
  const progress = new Map<string, Progress>();
  let running: Promise<void> | undefined;
  let countAgainAt = 0;
  const names = new Map<number, string>();

  /** Sleeps until the time is up or the worker stops. */
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);

  /** @returns undefined if nothing is left; an empty list if other processes were faster. */
  async function take(search: Search): Promise<number[] | undefined> {
    const { collection } = search;
    const top = await highest(sql, collection);
    const seen = await progressOf(search, top);
    const { docs, lowest } = await claim(sql, search, Math.max(seen.high - lateness, seen.low - 1), top + 1);
    if (lowest !== undefined) return docs;
    seen.high = Math.max(seen.high, top);
    const deepest = Math.max(-1, top - mostDocuments);
    if (seen.low > 0 && seen.low > deepest + 1) {
      const older = await claim(sql, search, deepest, seen.low);
      seen.low = older.lowest ?? 0;
      if (older.lowest !== undefined) return older.docs;
    }
    const left = await reclaim(sql, search);
    return left.length > 0 ? left : undefined;
  }

  async function progressOf({ collection, model }: Search, top: number): Promise<Progress> {
    const key = `${collection.collectionId} ${model}`;
    const known = progress.get(key);
    if (known && performance.now() - known.wholeAt < everythingAgainMs) return known;
    if (known) await sweepEmbeddings(sql, collection);
    const fresh = { low: top + 1, high: top, wholeAt: performance.now() };
    progress.set(key, fresh);
    return fresh;
  }

  async function count(): Promise<void> {
    if (performance.now() < countAgainAt) return;
    const { documents, embedded, refused } = await countEmbeddings(sql, collections, embedder);
    figures.pending = Math.max(0, documents - embedded - refused);
    countAgainAt = performance.now() + countAgainMs;
  }

  async function embed({ collection, model }: Search, docs: number[]): Promise<void> {
    const texts = await textsToEmbed(sql, { collection, model }, docs);
    const blank = texts.filter(({ text }) => text.trim() === '');
    for (const { docNo } of blank) await setAside(sql, collection, model, docNo, undefined);
    const rest = texts.filter(({ text }) => text.trim() !== '');
    const given = new Set(texts.map(({ docNo }) => docNo));
    const gone = docs.filter((doc) => !given.has(doc));
    if (gone.length > 0) await letGo(sql, collection, model, gone);
    if (rest.length === 0) return;
    try {
      await embedAndStore(collection, model, rest);
    } catch (error) {
      if (!(error instanceof EmbedderError) || error.kind !== 'rejected') throw error;
      await embedOneByOne(collection, model, rest);
    }
  }

  async function embedAndStore(
    collection: Collection<never>,
    model: number,
    texts: TextToEmbed[],
  ): Promise<void> {
    const { messages, decisions } = embedder;
    const name = names.get(model);
    const plain = texts.map(({ text }) => text);
    const vectors =
      messages && name === messages.model
        ? await messages.embed(texts, signal)
        : await (decisions && name === decisions.model ? decisions : embedder).embed(plain, signal);
    const found = texts.flatMap(({ docNo }, i) => {
      const vector = vectors[i];
      return vector ? [{ docNo, vector }] : [];
    });
    await storeEmbeddings(sql, collection, model, found);
    figures.embedded += found.length;
    figures.pending = Math.max(0, figures.pending - found.length);
    figures.ok = true;
  }

  /**
   * A text that the model refuses must not keep others from being embedded; if all are refused, the texts are not the
   * cause.
   */
  async function embedOneByOne(collection: Collection<never>, model: number, texts: TextToEmbed[]) {
    const refused: { docNo: number; why: string }[] = [];
    for (const one of texts)
      try {
        await embedAndStore(collection, model, [one]);
      } catch (error) {
        if (!(error instanceof EmbedderError) || error.kind !== 'rejected') throw error;
        refused.push({ docNo: one.docNo, why: error.message });
        if (refused.length === mostRefused && refused.length === texts.indexOf(one) + 1)
          throw new EmbedderError('misconfigured', `${error.message} Check OPENAI_EMBED_MODEL.`);
      }
    for (const { docNo, why } of refused) await setAside(sql, collection, model, docNo, why);
    figures.refused += refused.length;
  }

  /** Processes one batch of a collection. */
  async function step(search: Search): Promise<boolean> {
    const docs = await take(search);
    if (docs === undefined) return false;
    try {
      if (docs.length > 0) await embed(search, docs);
    } catch (error) {
      await letGo(sql, search.collection, search.model, docs);
      progress.delete(`${search.collection.collectionId} ${search.model}`);
      throw error;
    }
    return true;
  }

  async function run(): Promise<void> {
    let failures = 0;
    let before = performance.eventLoopUtilization();
    let ended = performance.now();
    const restAfter = paced(settings);
    while (!signal.aborted) {
      try {
        let worked = false;
        for (const { collection, name } of ways) {
          const begun = performance.now();
          const model = await modelNumber(sql, name);
          names.set(model, name);
          if (signal.aborted || !(await step({ collection, model, limit: batchSize }))) continue;
          worked = true;
          const loop = performance.eventLoopUtilization();
          const { utilization } = performance.eventLoopUtilization(loop, before);
          before = loop;
          const now = performance.now();
          const rest = restAfter({ tookMs: now - begun, elapsedMs: now - ended, busy: utilization });
          ended = now;
          await pause(rest);
        }
        await count();
        if (worked) failures = 0;
        else await pause(idleMs);
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        const wait = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
        await pause(Math.max(wait, report(error, wait)));
      }
    }
  }

  /** @returns how many milliseconds the provider asks to wait. */
  function report(error: unknown, wait: number): number {
    if (error instanceof EmbedderError) {
      figures.ok = false;
      figures.failures.set(error.kind, (figures.failures.get(error.kind) ?? 0) + 1);
      const asked = error.retryAfterMs ?? 0;
      log.warn({ kind: error.kind, wait_ms: Math.max(wait, asked) }, `embedding is paused: ${error.message}`);
      return asked;
    }
    if (isUnavailable(error))
      log.warn({ code: failureCode(error) }, 'embedding is paused: the database does not answer');
    else log.error({ err: error }, 'embedding failed');
    return 0;
  }

  return {
    figures,
    begin() {
      running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
