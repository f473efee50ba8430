import type { Sql } from '../../postgres/connect.ts';
import { isSpread } from '../../postgres/spread.ts';

export type Pending = {
  /** Documents in no segment yet, newest first. */
  docs: number[];
  /** Where to continue when there may be older documents, and how many of those are already included. */
  older: { before: number; taken: number } | undefined;
};

/** The collections with pending documents: a single query for all of them while nothing is pending. */
export async function pendingCollections(sql: Sql, shelves: readonly number[]): Promise<number[]> {
  const rows = (await isSpread(sql))
    ? await sql<{ shelf: number }[]>`
        select distinct shelf from search_queue where shelf = any(${shelves as number[]}::smallint[])`
    : await sql<{ shelf: number }[]>`
        select shelf from unnest(${shelves as number[]}::smallint[]) shelf
        where exists (select from search_queue q where q.shelf = shelf.shelf)`;
  return rows.map((row) => row.shelf);
}

/** A statement that stored more documents than this is an import. */
const fewDocuments = 16;
const mostFew = 1024;

/**
 * The newest documents of the queue, about as many as requested; older ones with `before`. Documents stored a few at a
 * time come before those of imports, since they are more likely to be searched for now. One statement, because on a
 * busy machine each costs more in waiting than in work.
 */
export async function readPending(
  tx: Sql,
  collectionId: number,
  most: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Pending> {
  const rows = await tx<{ near: boolean; id: number; docNos: number[] }[]>`
    with counted as materialized (
      select id, doc_nos, sum(cardinality(doc_nos)) over (order by id desc) - cardinality(doc_nos) as newer
      from (
        select id, doc_nos from search_queue where shelf = ${collectionId} and id < ${String(before)}::text::bigint
        order by id desc limit ${most}
      ) newest
    ),
    near as materialized (select id, doc_nos from counted where newer < ${most})
    select true as near, id::float8 as id, doc_nos from near
    union all
    select false, id, doc_nos from (
      select id::float8 as id, doc_nos from search_queue
      where shelf = ${collectionId} and id < (select min(id) from near) and cardinality(doc_nos) <= ${fewDocuments}
        and (select sum(cardinality(doc_nos)) >= ${most} from near)
      order by search_queue.id desc limit ${mostFew}
    ) few
    order by near, id desc`;
  const near = rows.filter((row) => row.near);
  const few = rows
    .filter((row) => !row.near || row.docNos.length <= fewDocuments)
    .sort((a, b) => b.id - a.id);
  const newest = near.flatMap((row) => row.docNos.toReversed());
  const last = near.at(-1)?.id ?? 0;
  if (newest.length < most) return { docs: newest, older: undefined };
  const docs = [...new Set([...few.flatMap((row) => row.docNos.toReversed()), ...newest])];
  return { docs, older: { before: last, taken: docs.length - newest.length } };
}

/** How many documents precede a position in the queue. */
export async function countPending(tx: Sql, collectionId: number, before: number): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select coalesce(sum(cardinality(doc_nos)), 0)::int as n from search_queue
    where shelf = ${collectionId} and id < ${String(before)}::text::bigint`;
  return row?.n ?? 0;
}
