import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

/**
 * Texts of messages of conversations that nobody has continued for long, some 16 KB a row, which PostgreSQL compresses as
 * one value. An empty text is one that was changed, deleted or unpacked since.
 */
export const packedTexts = pgTable(
  'packed_texts',
  {
    conversationId: uuid('conversation_id').notNull(),
    pack: integer().notNull(),
    texts: text().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.pack] })],
);
