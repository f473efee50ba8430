import type { Pool } from '../connect.ts';
import type { Collection } from './collection.ts';
import { compact } from './compact.ts';
import type { Language } from './english.ts';
import { fold } from './fold.ts';
import { merge } from './merge.ts';
import { foldSize } from './search.ts';

/** With stores going on, as many may wait as a query looks through anyway; then folding begins, at its pace below. */
const waitingWhileBusy = 2048;
const waitingWhileQuiet = 256;
/** A few messages are folded after this many milliseconds, so that the next process need not tokenise them. */
const patienceMs = 60_000;
/** While stores go on, folds are small and rest this many times as long as they worked: a sixth of one processor. */
const foldWhileBusy = 1024;
const restWhileBusy = 5;

/**
 * Keeps a collection's index in order: folds what waits, merges segments, clears out what is deleted. Any number of
 * processes may do so.
 */
export class Upkeep {
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
             coalesce((select max(id) from search_queue where shelf = ${collection.shelf}), 0)::float8 as newest
      from (select doc_nos from search_queue where shelf = ${collection.shelf} order by id limit ${foldSize}) oldest`;
    const { waiting = 0, newest = 0 } = queue ?? {};
    const busy = newest > this.newest;
    this.newest = Math.max(this.newest, newest);
    const now = performance.now();
    if (waiting === 0) this.since = undefined;
    else this.since ??= now;
    const overdue = this.since !== undefined && now - this.since > patienceMs;
    if (waiting < (busy ? waitingWhileBusy : waitingWhileQuiet) && !overdue) return undefined;
    const folded = await fold(sql, collection, this.language, busy ? foldWhileBusy : foldSize);
    if (folded === 0) return undefined; // somebody else is at it
    while (await merge(sql, collection.shelf));
    await compact(sql, collection, this.language);
    this.since = undefined;
    return busy ? (performance.now() - now) * restWhileBusy : 0;
  }
}
