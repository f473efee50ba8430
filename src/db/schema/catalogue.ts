import { bigint, doublePrecision, foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { conversations } from './conversations.ts';

/**
 * What a listing says of a conversation besides its own columns. The opening is kept by triggers on the messages, so that
 * it follows every insertion, reordering, expiry and deletion; the rest comes from the agent's transcript. An order is a
 * text that sorts by rank and time: of two names, the one with the higher order stays, whichever arrived last.
 */
export const conversationCatalogue = pgTable(
  'conversation_catalogue',
  {
    conversationId: uuid('conversation_id').primaryKey(),
    /** What the agent or its user named the conversation. */
    title: text(),
    titleOrder: text('title_order'),
    branch: text(),
    branchOrder: text('branch_order'),
    /** The start of what the user said first; without a user's message, of the first text. */
    opening: text(),
    /** Its turn, with an offset for roles other than the user's. */
    openingPlace: bigint('opening_place', { mode: 'number' }),
  },
  (t) => [
    foreignKey({
      name: 'conversation_catalogue_conversation_id_fkey',
      columns: [t.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('cascade'),
  ],
);

/**
 * Tokens and costs as the transcript states them: one row per answer of a model, or one for the running total of a
 * session. A repeated line only raises a row's figures, so that reading a line twice counts it once.
 */
export const conversationUsage = pgTable(
  'conversation_usage',
  {
    conversationId: uuid('conversation_id').notNull(),
    key: text().notNull(),
    model: text(),
    input: bigint({ mode: 'number' }).notNull().default(0),
    output: bigint({ mode: 'number' }).notNull().default(0),
    cacheRead: bigint('cache_read', { mode: 'number' }).notNull().default(0),
    cacheWrite: bigint('cache_write', { mode: 'number' }).notNull().default(0),
    /** In US dollars. */
    cost: doublePrecision(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.key] }),
    foreignKey({
      name: 'conversation_usage_conversation_id_fkey',
      columns: [t.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('cascade'),
  ],
);
