import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

type Schema = typeof schema;

/** The Drizzle query builder, on the pool or inside a transaction. */
export type Queries = PostgresJsDatabase<Schema>;
export type Transaction = Parameters<Parameters<Queries['transaction']>[0]>[0];
/**
 * postgres.js' tagged template, on the pool or inside its `begin`: for statements where locking, batching or ranking
 * wants SQL of its own. They are prepared once a connection, which the query builder's are not.
 */
export type Sql = postgres.ISql<Record<string, never>>;
export type Pool = postgres.Sql<Record<string, never>>;

/** One pool of connections, reached as query builder or as SQL. */
export type Database = Queries & { readonly sql: Pool; readonly url: string; close(): Promise<void> };

export type ConnectOptions = {
  /** Most connections at once. */
  max?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  /** Seconds a connection attempt may take. */
  connectTimeoutSeconds?: number;
};

/** PostgreSQL's notices of these kinds say that something was there already; they are no news. */
const ignoreNotice = () => undefined;

/**
 * Seconds before a lost connection is tried again. The driver makes the next query wait for this, up to 20 seconds after
 * a while; a caller should rather hear at once that the database is away, and be served as soon as it is back.
 */
export const reconnectPause = (attempts: number): number => Math.min(2 ** attempts / 100, 0.5);

export function connect(url: string, options: ConnectOptions = {}): Database {
  const sql = postgres(url, {
    max: options.max ?? 10,
    connect_timeout: options.connectTimeoutSeconds ?? 10,
    backoff: reconnectPause,
    onnotice: ignoreNotice,
    connection: { application_name: options.applicationName ?? 'dewey', TimeZone: 'UTC' },
  });
  return Object.assign(drizzle(sql, { schema }), { sql, url, close: () => sql.end({ timeout: 5 }) });
}
