import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { docNo, timestamptz } from './columns.ts';
import { conversations, type Metadata } from './conversations.ts';

export const fiedlerStatuses = ['success', 'error'] as const;

export const fiedlerResults = pgTable(
  'fiedler_results',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    correlationId: text('correlation_id').notNull(),
    model: text().notNull(),
    prompt: text(),
    output: text(),
    tokensPrompt: integer('tokens_prompt'),
    tokensCompletion: integer('tokens_completion'),
    durationSeconds: real('duration_seconds'),
    status: text({ enum: fiedlerStatuses }),
    errorMessage: text('error_message'),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    metadata: jsonb().$type<Metadata>(),
    conversationId: uuid('conversation_id'),
    project: text(),
    externalId: text('external_id'),
    deletedAt: timestamptz('deleted_at'),
    docNo: docNo(),
  },
  (t) => [
    index('idx_fiedler_correlation').on(t.correlationId),
    index('idx_fiedler_model').on(t.model),
    index('idx_fiedler_created').on(t.createdAt.desc().nullsFirst()),
    index('idx_fiedler_conversation').on(t.conversationId),
    uniqueIndex('fiedler_results_external_id_key')
      .on(t.correlationId, t.externalId)
      .where(sql`external_id IS NOT NULL AND deleted_at IS NULL`),
    index('idx_fiedler_deleted').on(t.docNo).where(sql`deleted_at IS NOT NULL`),
    uniqueIndex('fiedler_results_doc_no_key').on(t.docNo),
    foreignKey({
      name: 'fiedler_results_conversation_id_fkey',
      columns: [t.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('set null'),
    check('fiedler_results_status_check', sql.raw(`status IN ('success', 'error')`)),
    check('valid_metadata', sql.raw(`metadata IS NULL OR jsonb_typeof(metadata) = 'object'`)),
  ],
);
