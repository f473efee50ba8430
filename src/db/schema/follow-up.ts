import { sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  foreignKey,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';
import { decisions, finalStatuses } from './decisions.ts';

const now = sql`now()`;

/** Warnings shown when a decision was captured, by rule; dismissed when they were wrong. */
export const decisionCatches = pgTable(
  'decision_catches',
  {
    decisionId: text('decision_id').notNull(),
    /** Id of an antipattern or of a rule of the pack. */
    ruleId: text('rule_id').notNull(),
    severity: text({ enum: ['low', 'medium', 'high', 'critical'] }).notNull(),
    message: text().notNull(),
    caughtAt: timestamptz('caught_at').notNull().default(now),
    dismissedAt: timestamptz('dismissed_at'),
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.decisionId, t.ruleId] }),
    foreignKey({
      name: 'decision_catches_decision_id_fkey',
      columns: [t.decisionId],
      foreignColumns: [decisions.id],
    }).onDelete('cascade'),
  ],
);

/** Rules that no longer warn, in a domain or, with an empty one, anywhere. */
export const dismissedRules = pgTable(
  'decision_dismissals',
  {
    ruleId: text('rule_id').notNull(),
    domain: text().notNull().default(''),
    reason: text().notNull(),
    dismissedAt: timestamptz('dismissed_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.ruleId, t.domain] })],
);

export const proposalStates = ['open', 'confirmed', 'rejected', 'superseded'] as const;

/** Outcomes that signals suggest, for a person to confirm or reject; a decision has at most one open. */
export const outcomeProposals = pgTable(
  'decision_proposals',
  {
    id: text().primaryKey(),
    decisionId: text('decision_id').notNull(),
    finalStatus: text('final_status', { enum: finalStatuses }).notNull(),
    score: doublePrecision().notNull(),
    /** What suggests it, in words. */
    reason: text().notNull(),
    state: text({ enum: proposalStates }).notNull().default('open'),
    proposedAt: timestamptz('proposed_at').notNull().default(now),
    settledAt: timestamptz('settled_at'),
    note: text(),
  },
  (t) => [
    foreignKey({
      name: 'decision_proposals_decision_id_fkey',
      columns: [t.decisionId],
      foreignColumns: [decisions.id],
    }).onDelete('cascade'),
    uniqueIndex('decision_proposals_open_key').on(t.decisionId).where(sql`state = 'open'`),
    check('decision_proposals_score_check', sql`score BETWEEN 0 AND 1`),
  ],
);
