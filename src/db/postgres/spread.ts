import type { Sql } from './pool.ts';

/** By a function that the driver makes for each pool, and gives to every transaction of it. */
const answers = new WeakMap<Sql['notify'], boolean>();

/**
 * Whether the lake is spread over several nodes by Citus, as {@link distribute} does. Asked once for each pool: a lake
 * is spread while no other process uses it.
 */
export async function isSpread(sql: Sql): Promise<boolean> {
  const known = answers.get(sql.notify);
  if (known !== undefined) return known;
  const answer = await ask(sql);
  answers.set(sql.notify, answer);
  return answer;
}

/**
 * Makes this transaction commit on all nodes or on none where the lake is spread: Citus knows nothing of changes to tables
 * that only the coordinator has, and would commit on another node before them. Does nothing elsewhere.
 */
export async function commitTogether(tx: Sql): Promise<void> {
  // Changes no row of a table that Citus knows.
  if (await isSpread(tx)) await tx`delete from search_deletions where shelf = -1 and id = -1`;
}

async function ask(sql: Sql): Promise<boolean> {
  const [catalog] = await sql<{ present: boolean }[]>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as present`;
  if (!catalog?.present) return false;
  const rows = await sql`
    select from pg_dist_partition where logicalrelid = to_regclass('messages') and partmethod = 'h'`;
  return rows.length > 0;
}
