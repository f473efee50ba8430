import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

export const reasoningPhases = ['analyze', 'gather', 'reason', 'finalized'] as const;
export type ReasoningPhase = (typeof reasoningPhases)[number];

export const reasoningSessions = pgTable(
  'reasoning_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    problem: text().notNull(),
    userIntent: jsonb('user_intent').$type<Record<string, unknown>>(),
    phase: text({ enum: reasoningPhases }).notNull().default('analyze'),
    /** How many thought numbers are assigned; changes under the row's lock. */
    thoughtCount: integer('thought_count').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    finalizedAt: timestamptz('finalized_at'),
    conclusion: text(),
    rationale: text(),
    experienceId: bigint('experience_id', { mode: 'number' }),
    project: text(),
    deletedAt: timestamptz('deleted_at'),
    /** Citations of the context gathered last. */
    sources: jsonb().$type<unknown[]>(),
  },
  (t) => [
    index('idx_reasoning_sessions_updated').on(t.updatedAt),
    check(
      'reasoning_sessions_phase_check',
      sql.raw(`phase IN (${reasoningPhases.map((phase) => `'${phase}'`).join(', ')})`),
    ),
    check(
      'reasoning_sessions_finalized_check',
      sql.raw(`(phase = 'finalized') = (finalized_at IS NOT NULL)`),
    ),
  ],
);

export const reasoningThoughts = pgTable(
  'reasoning_thoughts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionId: text('session_id').notNull(),
    thoughtNumber: integer('thought_number').notNull(),
    thought: text().notNull(),
    confidence: doublePrecision(),
    isRevision: boolean('is_revision').notNull().default(false),
    revisesThought: integer('revises_thought'),
    createdAt: timestamptz('created_at').notNull(),
    /** Whether it was found to leave the problem; such thoughts are no part of the recorded approach. */
    offTopic: boolean('off_topic').notNull().default(false),
  },
  (t) => [
    foreignKey({
      name: 'reasoning_thoughts_session_id_fkey',
      columns: [t.sessionId],
      foreignColumns: [reasoningSessions.sessionId],
    }).onDelete('cascade'),
    index('idx_reasoning_thoughts_session').on(t.sessionId, t.thoughtNumber),
    uniqueIndex('reasoning_thoughts_number_key').on(t.sessionId, t.thoughtNumber).where(sql`NOT is_revision`),
    check('reasoning_thoughts_number_check', sql.raw('thought_number >= 1')),
    check('reasoning_thoughts_revision_check', sql.raw('is_revision = (revises_thought IS NOT NULL)')),
  ],
);
