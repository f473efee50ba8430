import { sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  foreignKey,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { docNo, timestamptz } from './columns.ts';
import { memoryTypes } from './vocabulary.ts';

/** Curated memories, stored by explicit request. */
export const memories = pgTable(
  'memories',
  {
    memoryId: uuid('memory_id').primaryKey(),
    type: text({ enum: memoryTypes }).notNull(),
    content: text().notNull(),
    contentHash: text('content_hash').notNull(),
    confidence: doublePrecision().notNull(),
    /** The conversation it was learned in. */
    conversationId: text('conversation_id'),
    project: text(),
    externalId: text('external_id'),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    deletedAt: timestamptz('deleted_at'),
    docNo: docNo(),
    /** The memory that corrects this one, which is hidden while that one is there. */
    supersededBy: uuid('superseded_by'),
  },
  (t) => [
    uniqueIndex('memories_content_key').on(t.type, t.contentHash).where(sql`deleted_at IS NULL`),
    uniqueIndex('memories_external_id_key')
      .on(t.externalId)
      .where(sql`external_id IS NOT NULL AND deleted_at IS NULL`),
    index('idx_memories_created').on(t.createdAt.desc()),
    index('idx_memories_deleted').on(t.docNo).where(sql`deleted_at IS NOT NULL`),
    uniqueIndex('memories_doc_no_key').on(t.docNo),
    foreignKey({
      name: 'memories_superseded_by_fkey',
      columns: [t.supersededBy],
      foreignColumns: [t.memoryId],
    }).onDelete('set null'),
    check('memories_type_check', sql.raw(`type IN ('preference', 'fact', 'project', 'decision')`)),
    check('memories_confidence_check', sql.raw('confidence BETWEEN 0 AND 1')),
  ],
);
