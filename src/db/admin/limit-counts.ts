import type { Sql } from '../postgres/connect.ts';

/** What a client has used of a limit in its window, which ends in `leftMs` milliseconds. */
export type LimitCount = { name: string; client: string; used: number; leftMs: number };

/**
 * Adds this gateway's usage to the total of all gateways and returns the total. A window is defined by the gateway that
 * reports it first, until it ends. Rows are locked in a fixed order, so that gateways cannot deadlock.
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

/** Deletes windows that ended long ago, except those locked by a gateway that is counting in them. */
export const removeEndedLimitCounts = (sql: Sql) => sql`
  delete from limit_counts where (name, client) in (
    select name, client from limit_counts where ends_at < now() - interval '1 minute' for update skip locked)`;
