import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from '../schema/index.ts';
import type { Database } from './connect.ts';

/** Opens a pool where connections live as long as one request, over sockets of the runtime's own. */
export function connectAtEdge(url: string, max: number): Database {
  const sql = postgres(url, {
    max,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: 'dewey edge', TimeZone: 'UTC' },
  });
  return Object.assign(drizzle(sql, { schema }), { sql, url, close: () => sql.end({ timeout: 5 }) });
}
