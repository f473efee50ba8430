import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/**
 * Usage of rate limits by client in the current minute, shared by the gateways on one database. Unlogged: a crash of
 * the database server resets the counts.
 */
export const limitCounts = pgTable(
  'limit_counts',
  {
    /** Name of the limit. */
    name: text().notNull(),
    client: text().notNull(),
    used: integer().notNull(),
    endsAt: timestamptz('ends_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.client] })],
);
