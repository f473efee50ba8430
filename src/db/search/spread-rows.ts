import type { Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import type { Fragment } from './collection/collection.ts';
import { collectionIds } from './collection/ids.ts';

/**
 * What follows from writing the texts of documents where they are spread over nodes: new ones are queued for the search
 * index, old ones are removed from it. On a single PostgreSQL triggers do so, and nothing here does anything; tables that
 * are spread have none. `test/db/artifacts/writers.test.ts` holds every writer to it.
 */

const tables = ['artifact_chunks', 'semantic_events'] as const;
export type SearchedTable = (typeof tables)[number];

/** A row by its number in the index. */
type Numbered = { docNo: number };

const shelfOf = (table: SearchedTable): number =>
  table === 'artifact_chunks' ? collectionIds.chunks : collectionIds.events;

export const isSearched = (table: string): table is SearchedTable => tables.some((name) => name === table);

/** A common table expression after `stored`, which inserted rows and returns their `doc_no`. */
export const queued = (sql: Sql, table: SearchedTable, spread: boolean): Fragment =>
  spread
    ? sql`
    , queued as (
      insert into search_queue (shelf, doc_nos)
      select ${shelfOf(table)}::smallint, array_agg(doc_no order by doc_no) from stored having count(*) > 0
    )`
    : sql``;

/** Gives rows of a document whose texts have changed new numbers: they are new documents of the index. */
export async function renumber(
  tx: Sql,
  table: SearchedTable,
  artifactUid: string,
  rows: readonly Numbered[],
): Promise<void> {
  if (rows.length === 0 || !(await isSpread(tx))) return;
  const docNos = rows.map(({ docNo }) => docNo);
  const [drawn] = await tx<{ fresh: number[] }[]>`
    select array(select nextval(${`${table}_doc_no_seq`}::text::regclass) from generate_series(1, ${rows.length})) as fresh`;
  const fresh = drawn?.fresh ?? [];
  await tx`
    update ${tx(table)} t set doc_no = n.fresh
    from unnest(${docNos}::bigint[], ${fresh}::bigint[]) as n (old, fresh)
    where t.artifact_uid = ${artifactUid} and t.doc_no = n.old`;
  await tx`insert into search_queue (shelf, doc_nos) values (${shelfOf(table)}, ${fresh}::bigint[])`;
  await forget(tx, table, rows);
}

/** Removes the texts and events of documents from the index that are deleted in this transaction. */
export async function forgetDocuments(tx: Sql, uids: readonly string[]): Promise<void> {
  if (!(await isSpread(tx))) return;
  for (const table of tables) {
    const rows = await tx<Numbered[]>`
      select doc_no from ${tx(table)} where artifact_uid = any(${uids as string[]}::text[])`;
    await forget(tx, table, rows);
  }
}

/** Removes rows from the index that are deleted in this transaction, where they are spread. */
export async function forgetRows(tx: Sql, table: SearchedTable, rows: readonly Numbered[]): Promise<void> {
  if (await isSpread(tx)) await forget(tx, table, rows);
}

async function forget(tx: Sql, table: SearchedTable, rows: readonly Numbered[]): Promise<void> {
  if (rows.length === 0) return;
  const [shelf, gone] = [shelfOf(table), rows.map(({ docNo }) => docNo)];
  await tx`insert into search_deletions (shelf, doc_nos) values (${shelf}, ${gone}::bigint[])`;
  await tx`delete from search_embeddings where shelf = ${shelf} and doc_no = any(${gone}::bigint[])`;
  await tx`delete from search_embedding_claims where shelf = ${shelf} and doc_no = any(${gone}::bigint[])`;
}
