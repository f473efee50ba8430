import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { addLimitCounts, type LimitCount, removeEndedLimitCounts } from '../../db/admin/limit-counts.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import { failureCode } from '../../db/postgres/errors.ts';
import type { Log } from '../../handlers/tool/deps.ts';

/** What a client has used of a limit a minute, this time included, and in how many seconds the minute ends. */
export type Taken = { used: number; over: boolean; seconds: number };

export type Counter = {
  readonly limit: number;
  /** Counts one more, here and now; nobody waits for the database. */
  take(client: string): Promise<Taken>;
};

export type Counters = {
  /** A limit a minute for each client, the same in every gateway that gives it this name. */
  counter(name: string, limit: number): Counter;
  /** Tells at once what was counted here; resolves when that is done, or has failed and waits for the next time. */
  synchronize(): Promise<void>;
  stop(): void;
};

/** What was let through since it was last told; `fresh` when it began a window of its own. */
type Unshared = { count: number; ends: number; fresh: boolean };

const windowSeconds = 60;
const windowMs = windowSeconds * 1000;
/** So often it tells the others and hears of them: what it knows of them is at most twice as old. */
const shareAfterMs = 250;
/** SQLSTATE of a table that is not there: at the first start it is still being made. */
const tableMissing = '42P01';

/** Sessions and sockets stay where they were opened. */
const isElsewhereToo = (client: string): boolean => !/^(session|socket):/.test(client);

/**
 * Counts what clients do, for all gateways of one database: each counts for itself and, a moment after it let something
 * through, adds that to a table and takes over what the others added. So a client may exceed a limit by what it sends to the
 * others in such moments. While the database is away each goes on with what it knows.
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
        log.warn({ code, err }, 'limits are counted by this gateway alone; trying again');
      failing = true;
      for (const { name, client, item } of batch) putBack(name, client, item);
      return;
    }
    if (now - cleanedAt < windowMs) return;
    cleanedAt = now;
    await removeEndedLimitCounts(sql).catch((err) =>
      log.warn({ err }, 'counts of limits that are over stay'),
    );
  };

  const takeOver = async ({ name, client, used, leftMs }: LimitCount): Promise<void> => {
    const counter = shared.get(name);
    const since = counter?.unshared.get(client);
    // A window that began in the meantime knows nothing of the one before.
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
      const note = (client: string, { msBeforeNext, isFirstInDuration: fresh }: RateLimiterRes) => {
        const before = unshared.get(client);
        if (before && !fresh) before.count += 1;
        else unshared.set(client, { count: 1, ends: performance.now() + msBeforeNext, fresh });
        shareSoon();
      };
      return {
        limit,
        async take(client) {
          const taken = await limiter.consume(client).catch((refused: unknown) => {
            if (refused instanceof RateLimiterRes) return refused;
            throw refused;
          });
          const used = taken.consumedPoints;
          const over = used > limit;
          // What is refused counts for nobody.
          if (!over && isElsewhereToo(client)) note(client, taken);
          // The system's time may have been set back.
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
