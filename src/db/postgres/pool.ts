import type postgres from 'postgres';
import { bigintParser, rowShape } from './row-shape.ts';
import { createTransport, openDriver, type TransportOptions } from './transport/index.ts';

/**
 * postgres.js' tagged template, on the pool or inside its `begin`: for statements whose locking, batching or ranking
 * needs raw SQL. They are prepared once per connection, unlike those of the query builder.
 */
export type Sql = postgres.ISql<Record<string, never>>;
export type Pool = postgres.Sql<Record<string, never>>;

/** A pool without the query builder, which is large; enough for threads that run few statements. */
export type OpenPool = {
  sql: Pool;
  close(): Promise<void>;
  /** Closes every connection at once: running statements fail, and PostgreSQL rolls them back. */
  abandon(): void;
};

export type ConnectOptions = TransportOptions & {
  /** Maximum connections. */
  max?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  /** Seconds after which an idle connection is closed; by default it is kept. */
  idleSeconds?: number;
};

/**
 * Seconds before reconnecting. The driver makes the next query wait this long, by default up to 20 seconds; callers
 * should instead fail at once while the database is unavailable, and be served as soon as it is back.
 */
export const reconnectPause = (attempts: number): number => Math.min(2 ** attempts / 100, 0.5);

/** How long the driver waits for a connection; the transport usually times out earlier. */
const connectSeconds = 30;
/**
 * How long closing waits for running statements, and how long when there seem to be none, for those just submitted: the
 * driver would wait forever for a statement whose connection was lost.
 */
const closeTimeoutSeconds = 5;
const idleTimeoutSeconds = 1;

/** OIDs of date and time types and their arrays: kept as PostgreSQL's text, since a Date loses microseconds. */
const times = [1082, 1083, 1114, 1184, 1115, 1182, 1185, 1231];
const asIs = (value: unknown) => value;

/**
 * Opens a pool on one or more hosts. Statements fail quickly when the server does not answer, and the pool recovers by
 * itself when it does; see {@link createTransport}.
 */
export function openPool(url: string, options: ConnectOptions = {}): OpenPool {
  const transport = createTransport(url, options);
  const sql = openDriver(transport, {
    max: options.max ?? 10,
    connect_timeout: connectSeconds,
    backoff: reconnectPause,
    ...(options.idleSeconds === undefined ? {} : { idle_timeout: options.idleSeconds }),
    connection: { application_name: options.applicationName ?? 'dewey', TimeZone: 'UTC' },
    transform: rowShape,
  });
  // As in the query builder, so that a statement returns the same on any pool.
  const { parsers, serializers } = sql.options;
  for (const type of times) {
    Object.assign(parsers, { [type]: asIs });
    Object.assign(serializers, { [type]: asIs });
  }
  Object.assign(parsers, bigintParser);
  let abandoned = false;
  return {
    sql,
    abandon() {
      abandoned = true;
      transport.close();
    },
    async close() {
      // Do not wait for statements on a server that does not answer, or on closed connections.
      const lost = abandoned || transport.unreachable;
      const seconds = lost ? 0 : transport.quiet ? idleTimeoutSeconds : closeTimeoutSeconds;
      // Just before the driver forcibly closes the remaining connections.
      const abortTimer = setTimeout(() => transport.abort(), seconds * 1000 - 100);
      if (lost) transport.abort();
      await sql.end({ timeout: seconds });
      clearTimeout(abortTimer);
      transport.close();
    },
  };
}
