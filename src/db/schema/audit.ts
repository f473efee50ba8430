import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, real, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** One row a call. Arguments appear only as their size and hash, never in clear. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamptz().notNull().default(sql`now()`),
    tool: text().notNull(),
    outcome: text().notNull(),
    durationMs: real('duration_ms').notNull(),
    requestId: text('request_id').notNull(),
    client: text(),
    keyId: text('key_id'),
    argsBytes: integer('args_bytes').notNull(),
    argsHash: text('args_hash').notNull(),
  },
  (t) => [
    index('idx_audit_log_at').on(t.at),
    index('idx_audit_log_tool').on(t.tool, t.at),
    // Only calls with a key: when one was last used.
    index('idx_audit_log_key').on(t.keyId, t.at).where(sql`key_id is not null`),
  ],
);
