import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';
import { type Metadata, messages } from './conversations.ts';
import { roles } from './vocabulary.ts';

/**
 * How long things are kept. Without a role it is about whole conversations, by when they were last active; with one,
 * about the texts of messages of that role. The policy of a project goes before the one for all.
 */
export const retentionRules = pgTable(
  'retention_policies',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null: all projects. */
    project: text(),
    /** Null: whole conversations. */
    role: text({ enum: roles }),
    /** Null: for ever. */
    keepDays: integer('keep_days'),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
  },
  () => [
    uniqueIndex('retention_policies_key').on(sql`coalesce(project, '')`, sql`coalesce(role, '')`),
    check('retention_policies_keep_days_check', sql.raw('keep_days BETWEEN 1 AND 36500')),
    check('retention_policies_role_check', sql.raw(`role IN ('user', 'assistant', 'system', 'tool')`)),
  ],
);

/** Texts a policy took out of their messages, until they are purged: taking them out can be undone. */
export const expiredMessages = pgTable(
  'expired_messages',
  {
    messageId: uuid('message_id').primaryKey(),
    content: text().notNull(),
    metadata: jsonb().$type<Metadata>(),
    expiredAt: timestamptz('expired_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'expired_messages_message_id_fkey',
      columns: [t.messageId],
      foreignColumns: [messages.id],
    }).onDelete('cascade'),
    index('idx_expired_messages_expired').on(t.expiredAt),
  ],
);

/** What each run removed, and the proof of it. */
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
 * The time as retention last trusted it, one row. A clock that has run far ahead of it is doubted: what cannot be undone
 * waits until so much time has passed by itself.
 */
export const retentionClock = pgTable(
  'retention_clock',
  {
    id: smallint().primaryKey().default(1),
    seenAt: timestamptz('seen_at').notNull(),
    /** Null while the clock is trusted. */
    doubtedSince: timestamptz('doubted_since'),
    /** Time that servers have run since, by clocks that cannot be set. */
    waitedMs: bigint('waited_ms', { mode: 'number' }).notNull().default(0),
  },
  () => [check('retention_clock_single', sql.raw('id = 1'))],
);
