import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from '../schema/index.ts';
import type { Database } from './connect.ts';
import { bigintParser, rowShape } from './row-shape.ts';

/** Opens a pool for edge runtimes, where connections last for one request and use the runtime's own sockets. */
export function connectAtEdge(url: string, max: number): Database {
  const sql = postgres(url, {
    max,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: 'dewey edge', TimeZone: 'UTC' },
    transform: rowShape,
  });
  Object.assign(sql.options.parsers, bigintParser);
  return Object.assign(drizzle(sql, { schema }), { sql, url, close: () => sql.end({ timeout: 5 }) });
}
