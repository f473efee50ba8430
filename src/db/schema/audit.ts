import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, real, smallint, text } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from './columns.ts';

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
    /** Hash of the row before. Null with `hash` in rows from before there was a chain. */
    prevHash: bytea('prev_hash'),
    /** SHA-256 of `prev_hash` and this row. */
    hash: bytea(),
  },
  (t) => [
    index('idx_audit_log_at').on(t.at),
    index('idx_audit_log_tool').on(t.tool, t.at),
    // Only calls with a key: when one was last used.
    index('idx_audit_log_key').on(t.keyId, t.at).where(sql`key_id is not null`),
  ],
);

/** The two ends of the chain of audit rows: one row, locked by whoever appends or trims. */
export const auditChain = pgTable(
  'audit_chain',
  {
    id: smallint().primaryKey().default(1),
    /** Rows up to this one are from before the chain. */
    beganAfter: bigint('began_after', { mode: 'number' }).notNull(),
    /** The last row that was trimmed, and its hash: what the first row that is left follows. */
    trimmedId: bigint('trimmed_id', { mode: 'number' }).notNull(),
    trimmedHash: bytea('trimmed_hash').notNull(),
    lastId: bigint('last_id', { mode: 'number' }).notNull(),
    lastHash: bytea('last_hash').notNull(),
  },
  () => [check('audit_chain_single', sql.raw('id = 1'))],
);

/** How many rows of a journal on some gateway's disk are in the log: what is read again after a crash is stored once. */
export const auditJournals = pgTable('audit_journals', {
  name: text().primaryKey(),
  stored: bigint({ mode: 'number' }).notNull(),
  at: timestamptz().notNull().default(sql`now()`),
});
