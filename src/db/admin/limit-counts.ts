import type { Sql } from '../postgres/connect.ts';

/** What a client has used of a limit in its window, which ends in so many milliseconds. */
export type LimitCount = { name: string; client: string; used: number; leftMs: number };

/**
 * Adds what was used here to what all gateways have used, and answers that: a window is that of the gateway that told it
 * first, until it ends. Locks rows in one order, so that gateways never wait for each other in a circle.
 */
export const addLimitCounts = (sql: Sql, counts: readonly LimitCount[]): Promise<LimitCount[]> => sql<
  LimitCount[]
>`
  insert into limit_counts as known (name, client, used, ends_at)
  select name, client, used, now() + make_interval(secs => "leftMs" / 1000)
  from json_to_recordset(${JSON.stringify(counts)}::text::json) as counted(
    name text, client text, used integer, "leftMs" float8)
  order by name, client
  on conflict (name, client) do update set
    used = excluded.used + case when known.ends_at > now() then known.used else 0 end,
    ends_at = case when known.ends_at > now() then known.ends_at else excluded.ends_at end
  returning name, client, used, extract(epoch from ends_at - now())::float8 * 1000 as "leftMs"`;

/** Takes away windows that are long over, but for those that somebody is just counting in. */
export const removeEndedLimitCounts = (sql: Sql) => sql`
  delete from limit_counts where (name, client) in (
    select name, client from limit_counts where ends_at < now() - interval '1 minute' for update skip locked)`;
