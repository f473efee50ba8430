import type { Sql } from '../../postgres/connect.ts';
import { isSpread } from '../../postgres/spread.ts';

/** A row of the queue: documents that were stored together. */
export type QueueRow = { id: number; size: number; docNos: number[] };
/** What is in the queue and was not analysed, in the order in which it is wanted; `more`: how many documents follow. */
export type Waiting = { rows: QueueRow[]; more: number };

/** The numbers of so many documents are read at a time, of the newest at first. */
const mostDocuments = 4096;
/** Rows are listed by so many, the newest first; further ones only if all of these are analysed. */
const mostRows = 8192;
/** A statement that stored more documents than this is an import. */
const fewDocuments = 16;
/** A count of what is older is used again for this many milliseconds. */
const countedMs = 1000;

type Listed = { id: number; size: number; docNos: number[] | null };

/**
 * Reads from the queue what this process has not analysed. Rows below a mark are not read again: all of them are
 * analysed, and every transaction that could add one has ended.
 */
export class Queue {
  private readonly done = new Set<number>();
  private mark = 0;
  /** No row up to this one appears any more. */
  private settled = 0;
  /** The newest row of an earlier snapshot, and the first transaction that began after it. */
  private seen: { id: number; next: number } | undefined;
  private counted = { at: -Infinity, before: Infinity, count: 0 };

  private readonly shelf: number;

  constructor(collectionId: number) {
    this.shelf = collectionId;
  }

  /**
   * The rows that wait, in the snapshot of this transaction. Documents stored a few at a time come before those of imports,
   * since they are more likely to be searched for now, and newer ones before older ones.
   */
  async read(tx: Sql): Promise<Waiting> {
    const [newest, [snapshot]] = await Promise.all([
      this.list(tx),
      // Numbers of transactions stay far below 2^53.
      tx<{ oldest: number; next: number }[]>`
        select pg_snapshot_xmin(pg_current_snapshot())::text::float8 as oldest,
               pg_snapshot_xmax(pg_current_snapshot())::text::float8 as next`,
    ]);
    const listed = [...newest];
    let page = newest;
    while (page.length === mostRows && page.every(({ id }) => this.done.has(id))) {
      page = await this.list(tx, page.at(-1)?.id);
      listed.push(...page);
    }
    const open = listed.filter(({ id }) => !this.done.has(id));
    const last = page.length < mostRows ? undefined : page.at(-1)?.id;
    // A snapshot of the coordinator does not tell which transactions of other nodes have ended: no mark is raised there.
    if (await isSpread(tx)) this.forget(last === undefined ? listed : undefined);
    else {
      if (snapshot) this.settle(listed[0]?.id ?? this.mark, snapshot);
      if (last === undefined) this.raise(open.at(-1)?.id);
    }
    const wanted = [
      ...open.filter(({ size }) => size <= fewDocuments),
      ...open.filter(({ size }) => size > fewDocuments),
    ];
    const near: Listed[] = [];
    let size = 0;
    for (const row of wanted) {
      if (size >= mostDocuments) break;
      near.push(row);
      size += row.size;
    }
    const older = last === undefined ? 0 : await this.countBefore(tx, last);
    const more = wanted.slice(near.length).reduce((sum, row) => sum + row.size, older);
    return { rows: await this.withDocuments(tx, near), more };
  }

  /** The newest rows above the mark, or those before another, the newest first. */
  private list(tx: Sql, before?: number): Promise<Listed[]> {
    return tx<Listed[]>`
      select id::float8 as id, size,
             case when sum(size) over (order by newest.id desc) - size < ${mostDocuments} then doc_nos end as doc_nos
      from (
        select id, cardinality(doc_nos) as size, doc_nos from search_queue
        where shelf = ${this.shelf} and id > ${String(this.mark)}::text::bigint
          ${before === undefined ? tx`` : tx`and id < ${String(before)}::text::bigint`}
        order by id desc limit ${mostRows}
      ) newest
      order by newest.id desc`;
  }

  /** A row is analysed. */
  finish(id: number): void {
    this.done.add(id);
  }

  private async withDocuments(tx: Sql, rows: readonly Listed[]): Promise<QueueRow[]> {
    const unread = rows.filter(({ docNos }) => docNos === null).map(({ id }) => String(id));
    const read = new Map<number, number[]>();
    if (unread.length > 0)
      for (const { id, docNos } of await tx<{ id: number; docNos: number[] }[]>`
        select id::float8 as id, doc_nos from search_queue
        where shelf = ${this.shelf} and id = any(${unread}::text[]::bigint[])`)
        read.set(id, docNos);
    return rows.map(({ id, size, docNos }) => ({ id, size, docNos: docNos ?? read.get(id) ?? [] }));
  }

  /** Takes note of a snapshot: when all its transactions have ended, no row that it does not show is older than its newest. */
  private settle(newest: number, { oldest, next }: { oldest: number; next: number }): void {
    if (this.seen && oldest >= this.seen.next) {
      this.settled = Math.max(this.settled, this.seen.id);
      this.seen = undefined;
    }
    this.seen ??= { id: newest, next };
  }

  /** Forgets rows that have left the queue, which is all of this. */
  private forget(listed: readonly Listed[] = []): void {
    const there = new Set(listed.map(({ id }) => id));
    if (listed.length > 0) for (const id of this.done) if (!there.has(id)) this.done.delete(id);
  }

  /** Raises the mark to what is settled and analysed. */
  private raise(oldestOpen = Infinity): void {
    const mark = Math.min(this.settled, oldestOpen - 1);
    if (mark <= this.mark) return;
    this.mark = mark;
    for (const id of this.done) if (id <= mark) this.done.delete(id);
  }

  /** How many documents that were not analysed are in rows before this one. */
  private async countBefore(tx: Sql, id: number): Promise<number> {
    const now = performance.now();
    const { at, before, count } = this.counted;
    if (now - at > countedMs || id < before || count === 0) {
      const done = [...this.done].filter((one) => one < id).map(String);
      const [row] = await tx<{ count: number }[]>`
        select coalesce(sum(cardinality(doc_nos)), 0)::int as count from search_queue
        where shelf = ${this.shelf} and id > ${String(this.mark)}::text::bigint and id < ${String(id)}::text::bigint
          and id <> all(${done}::text[]::bigint[])`;
      this.counted = { at: now, before: id, count: row?.count ?? 0 };
    }
    return this.counted.count;
  }
}
