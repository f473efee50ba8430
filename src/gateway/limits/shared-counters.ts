import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { addLimitCounts, type LimitCount, removeEndedLimitCounts } from '../../db/admin/limit-counts.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import { failureCode } from '../../db/postgres/errors.ts';
import type { Log } from '../../handlers/tool/deps.ts';

/** Uses of a limit within the minute, including this one, and seconds until the minute ends. */
export type Taken = { used: number; over: boolean; seconds: number };

export type Counter = {
  readonly limit: number;
  /** Counts one more, or several, in memory, without waiting for the database. */
  take(client: string, uses?: number): Promise<Taken>;
};

export type Counters = {
  /** A per-minute limit for each client, shared by all gateways that use this name. */
  counter(name: string, limit: number): Counter;
  /** Shares local counts at once; resolves when that is done, or has failed and is left to the next attempt. */
  synchronize(): Promise<void>;
  stop(): void;
};

/** Uses since the last synchronization; `fresh` if they began a new window. */
type Unshared = { count: number; ends: number; fresh: boolean };

const windowSeconds = 60;
const windowMs = windowSeconds * 1000;
/** How often counts are exchanged: what a gateway knows of the others is at most twice as old. */
const shareAfterMs = 250;
/** SQLSTATE of a missing table: on the first start it does not exist yet. */
const tableMissing = '42P01';

/** Sessions and sockets exist only in the gateway that opened them. */
const isElsewhereToo = (client: string): boolean => !/^(session|socket):/.test(client);

/**
 * Counts what clients do across all gateways of one database: each counts in memory and, shortly after a use, adds it
 * to a table and takes over what the others added. So a client may exceed a limit by what it sends to the others in
 * that time. While the database is unreachable, each gateway continues with what it knows.
 */
export function createCounters(sql: Sql, log: Log): Counters {
  const shared = new Map<string, { limiter: RateLimiterMemory; unshared: Map<string, Unshared> }>();
  let timer: NodeJS.Timeout | undefined;
  let sharing: Promise<void> | undefined;
  let cleanedAt = performance.now();
  let failing = false;
  let stopped = false;

  const shareSoon = () => {
    if (!stopped && !sharing) timer ??= setTimeout(() => void share(), shareAfterMs).unref();
  };

  const share = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sharing ??= shareAll().finally(() => {
      sharing = undefined;
      if ([...shared.values()].some(({ unshared }) => unshared.size > 0)) shareSoon();
    });
    return sharing;
  };

  const shareAll = async (): Promise<void> => {
    const now = performance.now();
    const batch = [...shared].flatMap(([name, { unshared }]) => {
      const items = [...unshared].filter(([, { ends }]) => ends > now);
      unshared.clear();
      return items.map(([client, item]) => ({ name, client, item }));
    });
    if (batch.length === 0) return;
    try {
      const counts = batch.map(({ name, client, item }) => ({
        name,
        client,
        used: item.count,
        leftMs: item.ends - now,
      }));
      for (const known of await addLimitCounts(sql, counts)) await takeOver(known);
      failing = false;
    } catch (err) {
      const code = failureCode(err);
      if (!failing && !stopped && code !== tableMissing)
        log.warn({ code, err }, 'limits are counted by this gateway alone for now; trying again');
      failing = true;
      for (const { name, client, item } of batch) putBack(name, client, item);
      return;
    }
    if (now - cleanedAt < windowMs) return;
    cleanedAt = now;
    await removeEndedLimitCounts(sql).catch((err) =>
      log.warn({ err }, 'expired limit counts could not be removed'),
    );
  };

  const takeOver = async ({ name, client, used, leftMs }: LimitCount): Promise<void> => {
    const counter = shared.get(name);
    const since = counter?.unshared.get(client);
    // A window that began in the meantime is independent of the one before.
    if (leftMs > 0 && !since?.fresh)
      await counter?.limiter.set(client, used + (since?.count ?? 0), leftMs / 1000);
  };

  const putBack = (name: string, client: string, item: Unshared) => {
    const unshared = shared.get(name)?.unshared;
    const since = unshared?.get(client);
    if (!since) unshared?.set(client, item);
    else if (!since.fresh) since.count += item.count;
  };

  return {
    counter(name, limit) {
      const limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
      const unshared = new Map<string, Unshared>();
      shared.set(name, { limiter, unshared });
      const note = (
        client: string,
        uses: number,
        { msBeforeNext, isFirstInDuration: fresh }: RateLimiterRes,
      ) => {
        const before = unshared.get(client);
        if (before && !fresh) before.count += uses;
        else unshared.set(client, { count: uses, ends: performance.now() + msBeforeNext, fresh });
        shareSoon();
      };
      return {
        limit,
        async take(client, uses = 1) {
          const taken = await limiter.consume(client, uses).catch((refused: unknown) => {
            if (refused instanceof RateLimiterRes) return refused;
            throw refused;
          });
          const used = taken.consumedPoints;
          const over = used > limit;
          // Refused requests are not shared.
          if (!over && isElsewhereToo(client)) note(client, uses, taken);
          // The system clock may have been set back.
          const leftMs = Math.min(taken.msBeforeNext, windowMs);
          return { used, over, seconds: Math.max(1, Math.ceil(leftMs / 1000)) };
        },
      };
    },
    async synchronize() {
      await sharing;
      await share();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
