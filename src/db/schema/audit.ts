import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, real, smallint, text } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from './columns.ts';

/** One row per call. Arguments are recorded only by size and hash, never in clear text. */
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
    /** Hash of the previous row. Both hashes are null in rows from before the chain existed. */
    prevHash: bytea('prev_hash'),
    /** SHA-256 of `prev_hash` and this row. */
    hash: bytea(),
  },
  (t) => [
    index('idx_audit_log_at').on(t.at),
    index('idx_audit_log_tool').on(t.tool, t.at),
    // Only calls with a key: serves the time of a key's last use.
    index('idx_audit_log_key').on(t.keyId, t.at).where(sql`key_id is not null`),
  ],
);

/** Both ends of the chain of audit rows: a single row, locked while appending or trimming. */
export const auditChain = pgTable(
  'audit_chain',
  {
    id: smallint().primaryKey().default(1),
    /** Rows up to this id are from before the chain existed. */
    beganAfter: bigint('began_after', { mode: 'number' }).notNull(),
    /** Id and hash of the last trimmed row, which the first remaining row follows. */
    trimmedId: bigint('trimmed_id', { mode: 'number' }).notNull(),
    trimmedHash: bytea('trimmed_hash').notNull(),
    lastId: bigint('last_id', { mode: 'number' }).notNull(),
    lastHash: bytea('last_hash').notNull(),
  },
  () => [check('audit_chain_single', sql.raw('id = 1'))],
);

/**
 * How many rows of a gateway's on-disk journal are in the log, so that rows read again after a crash are stored once.
 */
export const auditJournals = pgTable('audit_journals', {
  name: text().primaryKey(),
  stored: bigint({ mode: 'number' }).notNull(),
  at: timestamptz().notNull().default(sql`now()`),
});
