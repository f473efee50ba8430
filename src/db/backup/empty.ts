import type { Sql } from '../postgres/connect.ts';
import { BackupError } from './format.ts';
import { isDerived, liveTables, madeByMigrations, quoted, quotedList } from './tables.ts';

/** Rows that a lake has of itself, without anybody having stored anything. */
const ofItself: Record<string, string> = {
  antipatterns: `source = 'built-in'`,
  // What a server that ran once leaves behind: its calls, and how far it followed transcripts.
  audit_chain: 'true',
  audit_journals: 'true',
  audit_log: 'true',
  capture_positions: 'true',
  retention_clock: 'true',
  retention_runs: 'true',
  search_models: 'true',
};

/** Tables that hold what somebody stored, with how many rows. */
export async function tablesInUse(tx: Sql): Promise<{ name: string; rows: number }[]> {
  const used: { name: string; rows: number }[] = [];
  for (const { name } of (await liveTables(tx)).tables) {
    if (isDerived(name)) continue;
    const [row] = await tx.unsafe<{ rows: number }[]>(
      `select count(*)::int as rows from (select from ${quoted(name)} where not (${ofItself[name] ?? 'false'}) limit 1000) stored`,
    );
    if (row && row.rows > 0) used.push({ name, rows: row.rows });
  }
  return used;
}

/**
 * Lets nobody else into the lake until the transaction ends, and makes sure that nobody has stored anything.
 *
 * @throws BackupError that says what is in the way, and what to do.
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

/** Takes away all that migrations made, so that another version can be made in its place. */
export async function dropLake(tx: Sql): Promise<void> {
  const { functions, types } = madeByMigrations();
  const { tables } = await liveTables(tx);
  if (tables.length > 0) await tx.unsafe(`drop table ${quotedList(tables.map(({ name }) => name))}`);
  const found = await tx<{ drop: string }[]>`
    select 'drop function ' || p.oid::regprocedure as drop from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = any(${[...functions]}::text[])
    union all
    select 'drop type ' || t.oid::regtype from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typname = any(${[...types]}::text[])`;
  for (const { drop } of found) await tx.unsafe(drop);
  await tx`drop schema if exists drizzle cascade`;
}
