import type postgres from 'postgres';
import { createTransport, openDriver, type TransportOptions } from './transport/index.ts';

/**
 * postgres.js' tagged template, on the pool or inside its `begin`: for statements where locking, batching or ranking
 * wants SQL of its own. They are prepared once a connection, which the query builder's are not.
 */
export type Sql = postgres.ISql<Record<string, never>>;
export type Pool = postgres.Sql<Record<string, never>>;

/** A pool of connections without the query builder, which is large: all that threads of few statements need. */
export type OpenPool = {
  sql: Pool;
  close(): Promise<void>;
  /** Ends every connection at once: what is under way on them fails, and PostgreSQL rolls it back. */
  abandon(): void;
};

export type ConnectOptions = TransportOptions & {
  /** Most connections at once. */
  max?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  /** Seconds after which a connection that nobody uses is closed; kept without it. */
  idleSeconds?: number;
};

/**
 * Seconds before a lost connection is tried again. The driver makes the next query wait for this, up to 20 seconds after
 * a while; a caller should rather hear at once that the database is away, and be served as soon as it is back.
 */
export const reconnectPause = (attempts: number): number => Math.min(2 ** attempts / 100, 0.5);

/** How long the driver waits to be let in; the link usually gives up before. */
const letInSeconds = 30;
/**
 * How long closing waits for what is under way; and when nothing is, but for what was asked this very moment: the driver
 * would go on waiting for a statement whose connection was lost.
 */
const closeTimeoutSeconds = 5;
const idleTimeoutSeconds = 1;

/** Types of dates and times, and lists of them: kept as PostgreSQL writes them, since a Date loses microseconds. */
const times = [1082, 1083, 1114, 1184, 1115, 1182, 1185, 1231];
const asIs = (value: unknown) => value;

/**
 * Opens a pool on one or more hosts. Nothing waits for long for a server that does not answer, and everything goes on by
 * itself when it does again; see {@link createTransport}.
 */
export function openPool(url: string, options: ConnectOptions = {}): OpenPool {
  const transport = createTransport(url, options);
  const sql = openDriver(transport, {
    max: options.max ?? 10,
    connect_timeout: letInSeconds,
    backoff: reconnectPause,
    ...(options.idleSeconds === undefined ? {} : { idle_timeout: options.idleSeconds }),
    connection: { application_name: options.applicationName ?? 'dewey', TimeZone: 'UTC' },
  });
  // As the query builder has it, so that a statement gives the same on any pool.
  const { parsers, serializers } = sql.options;
  for (const type of times) {
    Object.assign(parsers, { [type]: asIs });
    Object.assign(serializers, { [type]: asIs });
  }
  let abandoned = false;
  return {
    sql,
    abandon() {
      abandoned = true;
      transport.close();
    },
    async close() {
      // What waits for a server that does not answer, or on a connection that was ended, need not be waited for.
      const lost = abandoned || transport.away;
      const seconds = lost ? 0 : transport.quiet ? idleTimeoutSeconds : closeTimeoutSeconds;
      // Just before the driver ends by force what is left.
      const giveUp = setTimeout(() => transport.giveUp(), seconds * 1000 - 100);
      if (lost) transport.giveUp();
      await sql.end({ timeout: seconds });
      clearTimeout(giveUp);
      transport.close();
    },
  };
}
