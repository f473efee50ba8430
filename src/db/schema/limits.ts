import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/**
 * What clients have used of their limits in the minute that is running: how gateways on one database know of each
 * other's. Unlogged; after a crash of the server the count begins anew.
 */
export const limitCounts = pgTable(
  'limit_counts',
  {
    /** Of the limit. */
    name: text().notNull(),
    client: text().notNull(),
    used: integer().notNull(),
    endsAt: timestamptz('ends_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.client] })],
);
