import type { Sql } from '../postgres/connect.ts';

type Counted = [name: string, count: number][];

/** Connections of Dewey's processes to this database, by state: active, idle, idle in transaction. */
export async function connectionsInUse(sql: Sql): Promise<Counted> {
  const rows = await sql<{ state: string; count: number }[]>`
    select coalesce(state, 'unknown') as state, count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'dewey%' and pid <> pg_backend_pid()
    group by 1`;
  return rows.map(({ state, count }) => [state, count]);
}

/** Unfinished jobs by status; empty where there is no queue. */
export async function jobsByStatus(sql: Sql): Promise<Counted> {
  const [queue] = await sql`select to_regclass('event_jobs') is not null as present`;
  if (!queue?.present) return [];
  const rows = await sql<{ status: string; count: number }[]>`
    select status, count(job_id)::int as count
    from unnest(array['PENDING', 'PROCESSING', 'FAILED']) as s (status) left join event_jobs using (status)
    group by 1`;
  return rows.map(({ status, count }) => [status.toLowerCase(), count]);
}
