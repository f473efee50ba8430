import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import * as schema from '../schema/index.ts';
import { type ConnectOptions, openPool, type Pool } from './pool.ts';

export type { ConnectOptions, Pool, Sql } from './pool.ts';

type Schema = typeof schema;

/** The Drizzle query builder, on the pool or inside a transaction. */
export type Queries = PostgresJsDatabase<Schema>;
export type Transaction = Parameters<Parameters<Queries['transaction']>[0]>[0];
/** One pool of connections, used through the query builder or with SQL. */
export type Database = Queries & { readonly sql: Pool; readonly url: string; close(): Promise<void> };

/** Opens a pool on one or more hosts, with the query builder; see {@link openPool}. */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { sql, close } = openPool(url, options);
  return Object.assign(drizzle(sql, { schema }), { sql, url, close });
}
