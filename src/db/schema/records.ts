import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** What is listed, deleted and restored in the same way: rows with a `deleted_at` of their own. */
export const recordKinds = ['experience', 'preset', 'reasoning', 'context', 'result'] as const;
export type RecordKind = (typeof recordKinds)[number];

/**
 * Who deleted which record, and why; stored with the deletion. It belongs to the record whose `deleted_at` is the same,
 * and goes when that is restored or purged.
 */
export const recordDeletions = pgTable(
  'record_deletions',
  {
    kind: text({ enum: recordKinds }).notNull(),
    /** The id of the record as text: a number, a name or a UUID. */
    recordId: text('record_id').notNull(),
    deletedAt: timestamptz('deleted_at').notNull(),
    /** The name of the key; null where no keys are in use. */
    deletedBy: text('deleted_by'),
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.recordId] }),
    check(
      'record_deletions_kind_check',
      sql.raw(`kind IN (${recordKinds.map((kind) => `'${kind}'`).join(', ')})`),
    ),
  ],
);
