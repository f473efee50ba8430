import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** User-defined presets; built-in ones are code. `json`, not `jsonb`, because the order of the gates matters. */
export const workflowPresets = pgTable('workflow_presets', {
  name: text().primaryKey(),
  config: json().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
  deletedAt: timestamptz('deleted_at'),
});

export const workflowSessions = pgTable(
  'workflow_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    preset: text().notNull(),
    /** The preset at the time it was applied: later changes do not affect the gates of a running session. */
    config: json().notNull(),
    /** Only calls from this time on count. */
    countsFrom: timestamptz('counts_from').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    project: text(),
    deletedAt: timestamptz('deleted_at'),
  },
  (t) => [index('idx_workflow_sessions_updated').on(t.updatedAt)],
);

export const tokenTypes = ['operation', 'session'] as const;

/** Tokens by their hash; the token itself is shown once, to its requester, and never stored. */
export const workflowTokens = pgTable(
  'workflow_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** The shortened token for listings. */
    shortened: text().notNull(),
    type: text({ enum: tokenTypes }).notNull(),
    sessionId: text('session_id').notNull(),
    phase: text().notNull(),
    action: text().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
    revokedAt: timestamptz('revoked_at'),
  },
  (t) => [
    foreignKey({
      name: 'workflow_tokens_session_id_fkey',
      columns: [t.sessionId],
      foreignColumns: [workflowSessions.sessionId],
    }).onDelete('cascade'),
    index('idx_workflow_tokens_session').on(t.sessionId),
    index('idx_workflow_tokens_expires').on(t.expiresAt),
    check('workflow_tokens_type_check', sql.raw(`type IN ('operation', 'session')`)),
  ],
);

/** Successful calls with a session id, which gates count; and imported records of another system, which they do not. */
export const workflowActivity = pgTable(
  'workflow_activity',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamptz().notNull(),
    sessionId: text('session_id').notNull(),
    tool: text().notNull(),
    requestId: text('request_id'),
    /** What another system had recorded; null for calls of this one. */
    details: jsonb(),
  },
  (t) => [index('idx_workflow_activity_session').on(t.sessionId, t.at)],
);
