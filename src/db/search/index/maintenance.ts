import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '../../postgres/connect.ts';
import type { Collection, Language } from '../collection/collection.ts';
import { flush } from './flush.ts';
import { type Analyst, flushFresh } from './flush-fresh.ts';
import { merge } from './merge.ts';
import { purgeDeleted } from './purge.ts';

/**
 * While stores arrive, flushing starts when so many are pending: until then they are searched in memory, and a posting costs
 * less the more of them are written together. Flushes follow each other at once while an import keeps ahead of them, and
 * merges wait for more segments.
 */
const waitingWhileBusy = 8192;
const flushWhileBusy = 16_384;
const segmentsWhileBusy = 32;
const waitingWhileQuiet = 256;
/** Even a few documents are flushed after this many milliseconds, so that the next process need not tokenise them. */
const timeoutMs = 60_000;
/** How long the end of an import is waited for, and how often it is looked for. */
const finishMs = 60_000;
const lookMs = 50;

/** The engine of this process: its queries go first, and search what it has analysed. */
export type Searcher = Analyst & {
  /** Takes note of what was flushed. */
  settle(): Promise<void>;
};

/**
 * Maintains a collection's index: flushes pending documents, merges segments and purges deleted documents. Any number
 * of processes may do so.
 */
export class Maintenance {
  private newest = 0;
  private since: number | undefined;
  private purgedAt = 0;

  private readonly sql: Pool;
  private readonly collection: Collection<never>;
  private readonly language: Language;
  private readonly searcher: Searcher | undefined;

  constructor(sql: Pool, collection: Collection<never>, language: Language, searcher?: Searcher) {
    this.sql = sql;
    this.collection = collection;
    this.language = language;
    this.searcher = searcher;
  }

  /** Flushes until few documents are pending, whoever does it; it gives up after a while. */
  async finish(): Promise<void> {
    const begun = performance.now();
    while (performance.now() - begun < finishMs) {
      if ((await this.look()).waiting < waitingWhileQuiet) return;
      if ((await this.flush()) === 0) await delay(lookMs);
    }
  }

  private async look(): Promise<{ waiting: number; newest: number }> {
    const { sql, collection } = this;
    const [queue] = await sql<{ waiting: number; newest: number }[]>`
      select coalesce(sum(cardinality(doc_nos)), 0)::int as waiting,
             coalesce((select max(id) from search_queue where shelf = ${collection.collectionId}), 0)::float8 as newest
      from (select doc_nos from search_queue where shelf = ${collection.collectionId} order by id limit ${flushWhileBusy}) oldest`;
    return queue ?? { waiting: 0, newest: 0 };
  }

  private async flush(): Promise<number> {
    const { sql, collection, language, searcher } = this;
    const flushed = searcher
      ? await flushFresh(sql, collection, searcher, flushWhileBusy)
      : await flush(sql, collection, language, flushWhileBusy);
    if (flushed > 0) await searcher?.settle();
    return flushed;
  }

  /**
   * Does the work that is due.
   *
   * @returns whether something was due, so that more may be.
   */
  async tend(): Promise<boolean> {
    const { sql, collection } = this;
    const { waiting, newest } = await this.look();
    const busy = newest > this.newest;
    this.newest = Math.max(this.newest, newest);
    const now = performance.now();
    if (waiting === 0) this.since = undefined;
    else this.since ??= now;
    const overdue = this.since !== undefined && now - this.since > timeoutMs;
    if (waiting < (busy ? waitingWhileBusy : waitingWhileQuiet) && !overdue) return false;
    const far = waiting >= waitingWhileBusy;
    if ((await this.flush()) === 0) return false; // another process is flushing
    while (await merge(sql, collection.collectionId, far ? segmentsWhileBusy : undefined));
    if (far && now - this.purgedAt < timeoutMs) return true;
    await purgeDeleted(sql, collection, this.language);
    this.purgedAt = now;
    this.since = undefined;
    return true;
  }
}
