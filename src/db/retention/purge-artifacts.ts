import type { Pool, Sql } from '../postgres/connect.ts';
import { forgetDocuments } from '../search/spread-rows.ts';
import { add, type Purged } from './purged.ts';

const artifactsAtATime = 50;

/** Permanently removes artifacts deleted before a time, and verifies that no table refers to them. */
export async function purgeArtifacts(sql: Pool, at: string, purged: Purged): Promise<void> {
  for (;;) {
    const rows = await sql<{ uid: string }[]>`
      select artifact_uid as uid from artifacts where deleted_at < ${at}::text::timestamptz
      order by deleted_at limit ${artifactsAtATime}`;
    if (rows.length === 0) break;
    await purgeTheseArtifacts(
      sql,
      rows.map(({ uid }) => uid),
      purged,
    );
  }
}

/** The same for these artifacts, without those that are not deleted. */
export async function purgeTheseArtifacts(sql: Pool, uids: string[], purged: Purged): Promise<void> {
  const tables = await artifactTables(sql);
  const gone = await sql.begin(async (tx) => {
    const deleted: string[] = [];
    // One at a time: rows of several nodes cannot be locked by one statement. Skips artifacts restored meanwhile.
    for (const uid of uids.toSorted()) {
      const locked = await tx`
        select 1 from artifacts where artifact_uid = ${uid} and deleted_at is not null for update`;
      if (locked.count > 0) deleted.push(uid);
    }
    for (const table of tables) add(purged.removed, table, await countRows(tx, table, deleted));
    await forgetDocuments(tx, deleted);
    // No foreign key refers to documents from the queue where they are spread over nodes.
    await tx`delete from event_jobs where artifact_uid = any(${deleted}::text[])`;
    await tx`delete from artifacts where artifact_uid = any(${deleted}::text[])`;
    return deleted;
  });
  purged.artifacts += gone.length;
  for (const table of tables) add(purged.left, table, await countRows(sql, table, gone));
}

async function artifactTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'artifact_uid'
    order by 1`;
  return rows.map(({ name }) => name);
}

async function countRows(sql: Sql, table: string, uids: string[]): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from ${sql(table)} where artifact_uid = any(${uids}::text[])`;
  return row?.n ?? 0;
}
