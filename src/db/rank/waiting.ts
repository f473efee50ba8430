import type { Sql } from '../connect.ts';

export type Waiting = {
  /** Documents that are in no segment yet, the newest first. */
  docs: number[];
  /** How many more there are, stored before these, and where to go on. */
  older: { count: number; before: number };
};

/** The shelves that hold documents in no segment yet: one look for all of them, as long as nothing happens. */
export async function waitingShelves(sql: Sql, shelves: readonly number[]): Promise<number[]> {
  const rows = await sql<{ shelf: number }[]>`
    select shelf from unnest(${shelves as number[]}::smallint[]) shelf
    where exists (select from search_queue q where q.shelf = shelf.shelf)`;
  return rows.map((row) => row.shelf);
}

/** A statement that stored more than so many is an import. */
const fewDocuments = 16;
const mostFew = 1024;

/**
 * The newest documents of the queue, about as many as asked for; further back with `before`. What was stored a few at a
 * time comes first: somebody may ask for it now, while an import passes by.
 */
export async function readWaiting(
  tx: Sql,
  shelf: number,
  most: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Waiting> {
  const rows = await tx<{ id: number; doc_nos: number[] }[]>`
    select id::float8 as id, doc_nos from (
      select id, doc_nos, sum(cardinality(doc_nos)) over (order by id desc) - cardinality(doc_nos) as newer
      from (
        select id, doc_nos from search_queue where shelf = ${shelf} and id < ${String(before)}::text::bigint
        order by id desc limit ${most}
      ) newest
    ) counted
    where newer < ${most} order by counted.id desc`;
  const found = rows.flatMap((row) => row.doc_nos.toReversed());
  const oldest = rows.at(-1)?.id ?? 0;
  if (found.length < most) return { docs: found, older: { count: 0, before: oldest } };
  const few = await tx<{ doc_nos: number[] }[]>`
    select doc_nos from search_queue
    where shelf = ${shelf} and id < ${String(before)}::text::bigint and cardinality(doc_nos) <= ${fewDocuments}
    order by id desc limit ${mostFew}`;
  const docs = [...new Set([...few.flatMap((row) => row.doc_nos.toReversed()), ...found])];
  const [rest] = await tx<{ n: number }[]>`
    select coalesce(sum(cardinality(doc_nos)), 0)::int as n from search_queue
    where shelf = ${shelf} and id < ${String(oldest)}::text::bigint`;
  return { docs, older: { count: rest?.n ?? 0, before: oldest } };
}
