import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';
import { type Metadata, messages } from './conversations.ts';
import { roles } from './vocabulary.ts';

/**
 * Retention policies. Without a role, a policy applies to whole conversations, by their last activity; with one, to the
 * texts of messages of that role. A project's policy overrides the one for all projects.
 */
export const retentionRules = pgTable(
  'retention_policies',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null: all projects. */
    project: text(),
    /** Null: whole conversations. */
    role: text({ enum: roles }),
    /** Null: forever. */
    keepDays: integer('keep_days'),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
  },
  () => [
    uniqueIndex('retention_policies_key').on(sql`coalesce(project, '')`, sql`coalesce(role, '')`),
    check('retention_policies_keep_days_check', sql.raw('keep_days BETWEEN 1 AND 36500')),
    check('retention_policies_role_check', sql.raw(`role IN ('user', 'assistant', 'system', 'tool')`)),
  ],
);

/** Texts that a policy removed from their messages; can be restored until they are purged. */
export const expiredMessages = pgTable(
  'expired_messages',
  {
    messageId: uuid('message_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    content: text().notNull(),
    metadata: jsonb().$type<Metadata>(),
    expiredAt: timestamptz('expired_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.conversationId] }),
    foreignKey({
      name: 'expired_messages_message_id_fkey',
      columns: [t.messageId, t.conversationId],
      foreignColumns: [messages.id, messages.conversationId],
    }).onDelete('cascade'),
    index('idx_expired_messages_expired').on(t.expiredAt),
  ],
);

/** The result of each run, with its proof. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamptz().notNull(),
    report: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('idx_retention_runs_at').on(t.at)],
);

/**
 * The time that retention last trusted, a single row. A clock far ahead of it is doubted, and irreversible actions wait
 * for a grace period.
 */
export const retentionClock = pgTable(
  'retention_clock',
  {
    id: smallint().primaryKey().default(1),
    seenAt: timestamptz('seen_at').notNull(),
    /** Null while the clock is trusted. */
    doubtedSince: timestamptz('doubted_since'),
    /** How long servers have run since then, by monotonic clocks. */
    waitedMs: bigint('waited_ms', { mode: 'number' }).notNull().default(0),
  },
  () => [check('retention_clock_single', sql.raw('id = 1'))],
);
