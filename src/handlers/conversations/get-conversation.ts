import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { readMessages } from '../../db/conversations/read.ts';
import type { Database } from '../../db/postgres/connect.ts';
import { conversationHeads, conversations } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { noConversation } from '../tool/not-found.ts';
import { scopeToConversation } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';

const messageOut = z.object({
  id: z.string().describe('Message id'),
  turn: z.int().describe('Position in the conversation, from 1'),
  role: p.role,
  content: z.string().describe('The text'),
  metadata: p.storedMetadata.describe('Metadata stored with the message'),
  created_at: z.string().describe('Time of the message'),
  content_truncated: z.boolean().optional().describe('True when truncated; continue at next_char_offset'),
  next_char_offset: z.int().optional().describe('char_offset of the rest of the text'),
});

export default tool({
  name: 'dewey_get_conversation',
  title: 'Get a conversation',
  description:
    'Get a conversation and its messages in order, in pages of whole messages: call again with after_turn = next_after_turn. A message longer than max_chars is truncated: to read on, set after_turn to its turn minus 1, limit to 1 and char_offset to its next_char_offset.',
  effect: 'read',
  projectScope: scopeToConversation,
  essential: true,
  input: z.strictObject({
    conversation_id: p.id('conversation').describe('The conversation'),
    after_turn: z.int().min(0).max(p.mostInteger).optional().describe('Return only messages after this turn'),
    limit: z.int().min(1).max(1000).optional().describe('Maximum number of messages; default: all'),
    max_chars: p.maxCharacters.describe('Most characters; ends after a whole message'),
    char_offset: z
      .int()
      .min(0)
      .max(p.mostInteger)
      .optional()
      .describe('Character offset at which to start the first message'),
  }),
  output: z.object({
    conversation_id: z.string().describe('Conversation id'),
    session_id: p.nullableText.describe('Session'),
    project: p.nullableText.describe('Project'),
    created_at: z.string().describe('Creation time'),
    updated_at: z.string().describe('Time of the last change'),
    metadata: p.storedMetadata.describe('Metadata of the conversation'),
    total_messages: z.int().describe('Total number of messages'),
    messages: z.array(messageOut).describe('Messages in order'),
    next_after_turn: z.int().optional().describe('after_turn of the next page, if any'),
  }),
  async run(input, { db }) {
    const [found] = await db
      .select({ conversation: conversations, head: conversationHeads })
      .from(conversations)
      .innerJoin(conversationHeads, eq(conversationHeads.conversationId, conversations.id))
      .where(and(eq(conversations.id, input.conversation_id), isNull(conversations.deletedAt)));
    if (!found) throw noConversation(input.conversation_id);
    const { conversation, head } = found;
    const page = await readPage(db, input);
    return {
      conversation_id: conversation.id,
      session_id: conversation.sessionId,
      project: conversation.project,
      created_at: conversation.createdAt,
      updated_at: head.updatedAt,
      metadata: conversation.metadata,
      total_messages: head.messageCount,
      ...page,
    };
  },
});

type Page = {
  conversation_id: string;
  after_turn?: number | undefined;
  limit?: number | undefined;
  max_chars: number;
  char_offset?: number | undefined;
};

/** Reads messages in groups until the reply is full, so that a huge conversation is never held in memory at once. */
const groupSize = 200;
const groupCharacters = 40_000_000;

async function readPage(db: Database, input: Page) {
  const out: z.input<typeof messageOut>[] = [];
  let after = input.after_turn ?? 0;
  let budget = input.max_chars;
  let offset = input.char_offset ?? 0;
  const group = Math.max(1, Math.min(groupSize, Math.floor(groupCharacters / input.max_chars)));
  for (;;) {
    // The offset applies to the first message only.
    const most = offset > 0 ? 1 : group;
    const wanted = Math.min(most, (input.limit ?? Number.POSITIVE_INFINITY) - out.length);
    // One extra row shows whether more messages follow.
    const rows = await readMessages(db.sql, input.conversation_id, {
      after,
      count: wanted + 1,
      offset,
      mostCharacters: input.max_chars,
    });
    for (const row of rows.slice(0, wanted)) {
      const { length, createdAt, ...said } = row;
      const message = { ...said, created_at: createdAt };
      const size = JSON.stringify(message).length;
      if (out.length > 0 && size > budget) return { messages: out, next_after_turn: after };
      const end = offset + input.max_chars;
      const rest = length > end ? { content_truncated: true, next_char_offset: end } : {};
      out.push({ ...message, ...rest });
      budget -= size;
      after = row.turn;
      offset = 0;
    }
    if (rows.length <= wanted) return { messages: out };
    if (out.length === input.limit || budget <= 0) return { messages: out, next_after_turn: after };
  }
}
