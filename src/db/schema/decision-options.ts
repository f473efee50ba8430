import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ofDecision } from './decisions.ts';

export const optionRoles = ['chosen', 'rejected'] as const;
export const optionDirections = [
  'adopt',
  'replace',
  'keep',
  'stop',
  'forbid',
  'instead',
  'considered',
] as const;

/** What a decision chooses and rejects: canonical options, in the order in which the statement names them. */
export const decisionOptions = pgTable(
  'decision_options',
  {
    decisionId: text('decision_id').notNull(),
    /** The canonical key: postgresql for Postgres, PG and PostgreSQL 16. */
    option: text().notNull(),
    /** The canonical name, or an unknown one as written. */
    label: text().notNull(),
    role: text({ enum: optionRoles }).notNull(),
    direction: text({ enum: optionDirections }).notNull(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'decision_options_pkey', columns: [t.decisionId, t.option] }),
    ofDecision('decision_options_decision_id_fkey', t),
    index('idx_decision_options_option').on(t.option, t.role, t.decisionId),
    check('decision_options_role_check', sql`role IN ('chosen', 'rejected')`),
  ],
);
