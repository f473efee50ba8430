import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from './columns.ts';
import { conversations, messages } from './conversations.ts';

/** Maps a source to its conversation, independent of that conversation's session id and metadata. */
export const captureSources = pgTable(
  'capture_sources',
  {
    key: text().primaryKey(),
    conversationId: uuid('conversation_id').notNull(),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('idx_capture_sources_conversation').on(t.conversationId),
    foreignKey({
      name: 'capture_sources_conversation_id_fkey',
      columns: [t.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('cascade'),
  ],
);

/** Further ids of a captured message, which match hook events to transcript lines. */
export const captureKeys = pgTable(
  'capture_keys',
  {
    conversationId: uuid('conversation_id').notNull(),
    key: text().notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.key] }),
    index('idx_capture_keys_message').on(t.messageId),
    foreignKey({
      name: 'capture_keys_message_id_fkey',
      columns: [t.messageId, t.conversationId],
      foreignColumns: [messages.id, messages.conversationId],
    }).onDelete('cascade'),
  ],
);

/** A text that is still arriving in parts: the index of the next part, and parts that arrived early. */
export const captureFragments = pgTable(
  'capture_fragments',
  {
    conversationId: uuid('conversation_id').notNull(),
    fragmentId: text('fragment_id').notNull(),
    nextIndex: integer('next_index').notNull(),
    waiting: jsonb().$type<Record<string, string>>().notNull().default({}),
    lastIndex: integer('last_index'),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.fragmentId] }),
    foreignKey({
      name: 'capture_fragments_conversation_id_fkey',
      columns: [t.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('cascade'),
  ],
);

/**
 * Lines as the agent wrote them, without secrets, compressed in groups, so that an improved reader can parse them
 * again. Offsets are bytes of the original file; `fingerprint` distinguishes successive contents of a file.
 */
export const captureRaw = pgTable(
  'capture_raw',
  {
    conversationId: uuid('conversation_id').notNull(),
    fingerprint: text().notNull(),
    startOffset: bigint('start_offset', { mode: 'number' }).notNull(),
    endOffset: bigint('end_offset', { mode: 'number' }).notNull(),
    lines: integer().notNull(),
    data: bytea().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.fingerprint, t.startOffset] }),
    foreignKey({
      name: 'capture_raw_conversation_id_fkey',
      columns: [t.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('cascade'),
  ],
);

/** A reader's offset in a transcript or a spool segment, committed together with the messages read. */
export const capturePositions = pgTable('capture_positions', {
  reader: text().primaryKey(),
  fingerprint: text().notNull().default(''),
  position: bigint({ mode: 'number' }).notNull(),
  state: jsonb().$type<unknown>(),
  updatedAt: timestamptz('updated_at').notNull().default(sql`now()`),
});
