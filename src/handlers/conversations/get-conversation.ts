import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '../../db/postgres/connect.ts';
import { conversationHeads, conversations, messages } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { noConversation } from '../tool/not-found.ts';
import { scopeToConversation } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';

const messageOut = z.object({
  id: z.string().describe('Id of the message'),
  turn: z.int().describe('Its place in the conversation'),
  role: p.role,
  content: z.string().describe('The text'),
  metadata: p.storedMetadata.describe('What was stored with it'),
  created_at: z.string().describe('When it was said or stored'),
  content_truncated: z.boolean().optional().describe('True when the text is cut; go on at next_char_offset'),
  next_char_offset: z.int().optional().describe('The char_offset at which the text goes on'),
});

export default tool({
  name: 'dewey_get_conversation',
  title: 'Get a conversation',
  description:
    'Get a conversation with its messages in order. Long ones come in pages of whole messages: call again with after_turn = next_after_turn. A single message longer than max_chars is cut: go on with after_turn one below its turn, limit 1 and char_offset = its next_char_offset.',
  effect: 'read',
  projectScope: scopeToConversation,
  essential: true,
  input: z.strictObject({
    conversation_id: p.id('conversation').describe('The conversation'),
    after_turn: z.int().min(0).max(p.mostInteger).optional().describe('Only messages after this turn'),
    limit: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe('Most messages to return, 1 to 1,000; all without it'),
    max_chars: p.maxCharacters.describe('Most characters of the reply; it ends at a whole message'),
    char_offset: z
      .int()
      .min(0)
      .max(p.mostInteger)
      .optional()
      .describe('Where in the first message to begin, in characters'),
  }),
  output: z.object({
    conversation_id: z.string().describe('Id of the conversation'),
    session_id: p.nullableText.describe('Its session'),
    project: p.nullableText.describe('Its project'),
    created_at: z.string().describe('When it was begun'),
    updated_at: z.string().describe('When it last changed'),
    metadata: p.storedMetadata.describe('What was stored with it'),
    total_messages: z.int().describe('How many messages it holds in all'),
    messages: z.array(messageOut).describe('The messages in order'),
    next_after_turn: z
      .int()
      .optional()
      .describe('Present when there are more: the after_turn of the next page'),
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

/** Messages are read in groups until the reply is full, so that a huge conversation is never in memory at once. */
const groupSize = 200;
const groupCharacters = 40_000_000;

async function readPage(db: Database, input: Page) {
  const out: z.input<typeof messageOut>[] = [];
  let after = input.after_turn ?? 0;
  let budget = input.max_chars;
  let offset = input.char_offset ?? 0;
  const group = Math.max(1, Math.min(groupSize, Math.floor(groupCharacters / input.max_chars)));
  for (;;) {
    // The offset is for one message alone.
    const most = offset > 0 ? 1 : group;
    const wanted = Math.min(most, (input.limit ?? Number.POSITIVE_INFINITY) - out.length);
    // One row more than wanted tells whether there are more.
    const rows = await readGroup(db, input.conversation_id, after, wanted + 1, offset, input.max_chars);
    for (const row of rows.slice(0, wanted)) {
      const { length, ...message } = row;
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

const readGroup = (db: Database, id: string, after: number, count: number, offset: number, most: number) =>
  db
    .select({
      id: messages.id,
      turn: messages.turnNumber,
      role: messages.role,
      // Characters are counted as PostgreSQL counts them: Unicode code points.
      content: sql<string>`substr(${messages.content}, ${offset}::int + 1, ${most}::int)`,
      length: sql<number>`char_length(${messages.content})`,
      metadata: messages.metadata,
      created_at: messages.createdAt,
    })
    .from(messages)
    .where(and(eq(messages.conversationId, id), gt(messages.turnNumber, after)))
    .orderBy(asc(messages.turnNumber))
    .limit(count);
