import type { Sql } from '../postgres/connect.ts';
import { delegated } from '../postgres/delegated.ts';
import { BackupError } from './format.ts';
import { isDerived, liveTables, madeByMigrations, quoted, quotedList } from './tables.ts';

/** Rows that an unused lake contains. */
const ofItself: Record<string, string> = {
  antipatterns: `source = 'built-in'`,
  // Left behind by a server that ran once: its calls, and its offsets in transcripts.
  audit_chain: 'true',
  audit_journals: 'true',
  audit_log: 'true',
  capture_positions: 'true',
  retention_clock: 'true',
  retention_runs: 'true',
  search_models: 'true',
};

/** Tables that hold stored data, with their row counts. */
export async function tablesInUse(tx: Sql): Promise<{ name: string; rows: number }[]> {
  const used: { name: string; rows: number }[] = [];
  for (const { name } of (await liveTables(tx)).tables) {
    if (isDerived(name)) continue;
    const [row] = await tx.unsafe<{ rows: number }[]>(
      `select count(*)::int as rows from (select 1 from ${quoted(name)} where not (${ofItself[name] ?? 'false'}) limit 1000) stored`,
    );
    if (row && row.rows > 0) used.push({ name, rows: row.rows });
  }
  return used;
}

/**
 * Locks the lake exclusively until the transaction ends, and checks that it is empty.
 *
 * @throws BackupError that names the obstacle and the remedy.
 */
export async function claimEmptyLake(tx: Sql): Promise<void> {
  const others = await tx<{ name: string }[]>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'dewey%'`;
  if (others.length > 0)
    throw new BackupError(
      `The lake is in use by ${others.map(({ name }) => `"${name}"`).join(', ')}. Stop "dewey serve" and every other Dewey process, then try again.`,
    );
  const { tables } = await liveTables(tx);
  if (tables.length === 0) return;
  await tx.unsafe(`lock table ${quotedList(tables.map(({ name }) => name))} in access exclusive mode`);
  const used = await tablesInUse(tx);
  if (used.length === 0) return;
  const most = used
    .sort((a, b) => b.rows - a.rows)
    .slice(0, 5)
    .map(({ name, rows }) => `${name} (${rows === 1000 ? '1,000 or more' : rows})`)
    .join(', ');
  throw new BackupError(
    `The lake is not empty: ${most}. Nothing was changed. Restore into an empty one: another DEWEY_DATA_DIR, or another database in DATABASE_URL.`,
  );
}

/** Drops everything that migrations and spreading created, so that the schema of another version can be created. */
export async function dropLake(tx: Sql): Promise<void> {
  const { functions, types } = madeByMigrations();
  const { tables } = await liveTables(tx);
  if (tables.length > 0) await tx.unsafe(`drop table ${quotedList(tables.map(({ name }) => name))}`);
  const found = await tx<{ drop: string }[]>`
    select 'drop function ' || p.oid::regprocedure as drop from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = any(${[...functions, ...delegated.map(({ name }) => name)]}::text[])
    union all
    select 'drop type ' || t.oid::regtype from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typname = any(${[...types]}::text[])`;
  for (const { drop } of found) await tx.unsafe(drop);
  await tx`drop schema if exists drizzle cascade`;
}
