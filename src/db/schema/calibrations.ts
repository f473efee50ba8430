import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** The sums that a domain's calibration is computed from, updated with every outcome. */
export const calibrations = pgTable('calibrations', {
  domain: text().primaryKey(),
  tally: jsonb().notNull(),
  updatedAt: timestamptz('updated_at').notNull().default(sql`now()`),
});
