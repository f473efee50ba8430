import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { docNo, timestamptz } from './columns.ts';
import { roles } from './vocabulary.ts';

export type Metadata = Record<string, unknown>;

const objectOrNull = (column: string) => sql.raw(`${column} IS NULL OR jsonb_typeof(${column}) = 'object'`);

export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    sessionId: text('session_id'),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    updatedAt: timestamptz('updated_at').notNull().default(sql`now()`),
    metadata: jsonb().$type<Metadata>(),
    project: text(),
    externalId: text('external_id'),
    deletedAt: timestamptz('deleted_at'),
    /** Its group number in the search index. */
    convNo: bigint('conv_no', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
  },
  (t) => [
    index('idx_conversations_session').on(t.sessionId),
    index('idx_conversations_project').on(t.project),
    index('idx_conversations_created').on(t.createdAt.desc().nullsFirst()),
    index('idx_conversations_updated').on(t.updatedAt.desc().nullsFirst()),
    index('idx_conversations_deleted').on(t.convNo).where(sql`deleted_at IS NOT NULL`),
    index('idx_conversations_metadata').using('gin', t.metadata),
    check('valid_metadata', objectOrNull('metadata')),
  ],
);

/** The external ids of conversations not deleted, each once in its session: across nodes, no index can promise that. */
export const conversationKeys = pgTable(
  'conversation_keys',
  {
    sessionId: text('session_id').notNull(),
    externalId: text('external_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.externalId] }),
    index('idx_conversation_keys_conversation').on(t.conversationId),
    foreignKey({
      name: 'conversation_keys_conversation_id_fkey',
      columns: [t.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('cascade'),
  ],
);

/**
 * The columns of a conversation that change with every stored message, kept apart from its indexed metadata: the row
 * has free space on its page and no index on changing columns, so that PostgreSQL updates it in place (HOT).
 * `updated_hour` changes once an hour at most; it orders listings by activity without an index on `updated_at`. `open`
 * is false once the conversation is deleted: a store that waited for the row lock then sees it.
 */
export const conversationHeads = pgTable(
  'conversation_heads',
  {
    conversationId: uuid('conversation_id').primaryKey(),
    lastTurn: integer('last_turn').notNull().default(0),
    messageCount: integer('message_count').notNull().default(0),
    updatedAt: timestamptz('updated_at').notNull().default(sql`now()`),
    updatedHour: timestamptz('updated_hour')
      .notNull()
      .generatedAlwaysAs(sql`date_bin('1 hour', updated_at, '2000-01-01 00:00:00+00'::timestamptz)`),
    open: boolean().notNull().default(true),
    /** The last turn whose text has been packed, or left as it is because there was too little to pack. */
    packedTurn: integer('packed_turn').notNull().default(0),
  },
  (t) => [
    foreignKey({
      name: 'conversation_heads_conversation_id_fkey',
      columns: [t.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('cascade'),
    index('idx_conversation_heads_updated_hour').on(t.updatedHour.desc().nullsFirst()),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    conversationId: uuid('conversation_id').notNull(),
    turnNumber: integer('turn_number').notNull(),
    role: text({ enum: roles }).notNull(),
    /** Null while it is packed: read it by `textOf`, see `src/db/conversations/packed-texts.ts`. */
    content: text(),
    metadata: jsonb().$type<Metadata>(),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    externalId: text('external_id'),
    docNo: docNo(),
    /** Where its text is among the packed ones of the conversation. */
    packedAt: integer('packed_at'),
  },
  (t) => [
    foreignKey({
      name: 'messages_conversation_id_fkey',
      columns: [t.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('cascade'),
    // With the conversation, as every key: it decides the node where the lake is spread over several.
    primaryKey({ name: 'messages_pkey', columns: [t.id, t.conversationId] }),
    unique('messages_conversation_id_turn_number_key').on(t.conversationId, t.turnNumber),
    index('idx_messages_created').on(t.createdAt.desc().nullsFirst()),
    index('idx_messages_conversation_created').on(t.conversationId, t.createdAt),
    uniqueIndex('messages_conversation_external_id_key')
      .on(t.conversationId, t.externalId)
      .where(sql`external_id IS NOT NULL`),
    index('idx_messages_doc_no').on(t.docNo),
    // Messages from hooks not yet completed by a transcript line: always few, and queried with every batch of lines.
    index('idx_messages_provisional').on(t.conversationId).where(sql`external_id LIKE 'hook:%'`),
    check('messages_content_check', sql.raw('(content IS NULL) = (packed_at IS NOT NULL)')),
    check('messages_role_check', sql.raw(`role IN ('user', 'assistant', 'system', 'tool')`)),
    check('valid_metadata', objectOrNull('metadata')),
  ],
);

/**
 * Content that a user deleted, by its source's id, kept after the rows are purged, so that a tailer, an import or a
 * repair that reads the source again leaves it deleted.
 */
export const tombstones = pgTable(
  'tombstones',
  {
    kind: text({
      enum: ['conversation', 'message', 'context', 'fiedler_result', 'decision', 'artifact'],
    }).notNull(),
    parent: text().notNull(),
    sourceId: text('source_id').notNull(),
    deletedAt: timestamptz('deleted_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.kind, t.parent, t.sourceId] })],
);
