import type { Pool } from '../../postgres/connect.ts';
import type { Collection, Language } from '../collection/collection.ts';
import { flush, flushSize } from './flush.ts';
import { merge } from './merge.ts';
import { purgeDeleted } from './purge.ts';

/** With stores going on, as many may wait as a query looks through anyway; then folding begins, at its pace below. */
const waitingWhileBusy = 2048;
const waitingWhileQuiet = 256;
/** A few messages are folded after this many milliseconds, so that the next process need not tokenise them. */
const timeoutMs = 60_000;
/** While stores go on, folds are small and rest this many times as long as they worked: a sixth of one processor. */
const flushWhileBusy = 1024;
const restWhileBusy = 5;

/**
 * Keeps a collection's index in order: folds what waits, merges segments, clears out what is deleted. Any number of
 * processes may do so.
 */
export class Maintenance {
  private newest = 0;
  private since: number | undefined;

  private readonly sql: Pool;
  private readonly collection: Collection<never>;
  private readonly language: Language;

  constructor(sql: Pool, collection: Collection<never>, language: Language) {
    this.sql = sql;
    this.collection = collection;
    this.language = language;
  }

  /**
   * Does what is due.
   *
   * @returns how many milliseconds to rest; 0 when there is more to do at once, undefined when nothing was due.
   */
  async tend(): Promise<number | undefined> {
    const { sql, collection } = this;
    const [queue] = await sql<{ waiting: number; newest: number }[]>`
      select coalesce(sum(cardinality(doc_nos)), 0)::int as waiting,
             coalesce((select max(id) from search_queue where shelf = ${collection.collectionId}), 0)::float8 as newest
      from (select doc_nos from search_queue where shelf = ${collection.collectionId} order by id limit ${flushSize}) oldest`;
    const { waiting = 0, newest = 0 } = queue ?? {};
    const busy = newest > this.newest;
    this.newest = Math.max(this.newest, newest);
    const now = performance.now();
    if (waiting === 0) this.since = undefined;
    else this.since ??= now;
    const overdue = this.since !== undefined && now - this.since > timeoutMs;
    if (waiting < (busy ? waitingWhileBusy : waitingWhileQuiet) && !overdue) return undefined;
    const flushed = await flush(sql, collection, this.language, busy ? flushWhileBusy : flushSize);
    if (flushed === 0) return undefined; // somebody else is at it
    while (await merge(sql, collection.collectionId));
    await purgeDeleted(sql, collection, this.language);
    this.since = undefined;
    return busy ? (performance.now() - now) * restWhileBusy : 0;
  }
}
