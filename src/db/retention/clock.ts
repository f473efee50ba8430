import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

const dayMs = 86_400_000;
/** How far the time may be ahead of the last run, such as after a weekend, before it is doubted. */
export const doubtAfterMs = 3 * dayMs;
/** How long servers have to run, by monotonic clocks, until a doubted time is trusted. */
export const graceMs = dayMs;

/** Whether the time is trusted. */
export type Time = {
  /** The earlier of our clock and the database's. */
  now: Date;
  /** The time of the last run. */
  seenAt: string;
  trusted: boolean;
  /** While it is not trusted: how long servers have run since it was first doubted. */
  waitedMs: number;
};

/**
 * Decides whether the time can be trusted for irreversible actions, and stores the decision. A time far ahead of the
 * last run is doubted, since a wrong clock would permanently delete what was deleted a moment ago. It is trusted after
 * a grace period, when an operator confirms it, or at once when it has been set back.
 *
 * @param waitedMs how long servers have waited, including before this process.
 */
export async function weighTime(
  tx: Sql,
  ours: Date,
  { waitedMs, confirmed }: { waitedMs: number; confirmed: boolean },
): Promise<Time> {
  const found = await readTime(tx, ours);
  const waited = Math.max(found.waitedMs, waitedMs);
  const trusted = found.trusted || confirmed || waited >= graceMs;
  const at = found.now.toISOString();
  if (trusted)
    await tx`
      insert into retention_clock (seen_at) values (${at}::text::timestamptz)
      on conflict (id) do update set seen_at = excluded.seen_at, doubted_since = null, waited_ms = 0`;
  else
    await tx`
      update retention_clock
      set doubted_since = coalesce(doubted_since, ${at}::text::timestamptz), waited_ms = ${Math.round(waited)}`;
  return { ...found, trusted, waitedMs: trusted ? 0 : waited };
}

/** The same without storing the decision. Ignores a grace period that has begun. */
export async function readTime(sql: Sql, ours: Date): Promise<Time> {
  const [row] = await sql<
    { theirs: number; seen: string | null; seenMs: number | null; waited: number | null }[]
  >`
    select extract(epoch from clock_timestamp())::float8 * 1000 as theirs, c.seen_at as seen,
           extract(epoch from c.seen_at)::float8 * 1000 as seen_ms, c.waited_ms::float8 as waited
    from (select 1) one left join retention_clock c on true`;
  const now = new Date(Math.min(ours.getTime(), row?.theirs ?? ours.getTime()));
  const seenMs = row?.seenMs ?? now.getTime();
  return {
    now,
    seenAt: row?.seen ? rfc3339(row.seen) : now.toISOString(),
    trusted: now.getTime() - seenMs <= doubtAfterMs,
    waitedMs: row?.waited ?? 0,
  };
}

/** 1 while the time is doubted. */
export async function timeIsDoubted(sql: Sql): Promise<number> {
  const [row] = await sql<{ doubted: number }[]>`
    select count(*)::int as doubted from retention_clock where doubted_since is not null`;
  return row?.doubted ?? 0;
}
