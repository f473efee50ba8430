import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { conversationHeads, conversations } from '../../src/db/schema/index.ts';
import * as p from '../../src/handlers/shared/params.ts';
import { noConversation } from '../../src/handlers/tool/not-found.ts';
import { scopeToConversation } from '../../src/handlers/tool/project-scope.ts';
import { tool } from '../../src/handlers/tool/tool.ts';

export default tool({
  name: 'dewey_count_messages',
  title: 'Count messages',
  description: 'Count the messages of a conversation without reading them. Returns the count.',
  effect: 'read',
  projectScope: scopeToConversation,
  input: z.strictObject({
    conversation_id: p.id('conversation').describe('The conversation'),
  }),
  output: z.object({
    count: z.int().describe('Number of messages'),
  }),
  async run({ conversation_id }, { db }) {
    const [found] = await db
      .select({ count: conversationHeads.messageCount })
      .from(conversationHeads)
      .innerJoin(conversations, eq(conversations.id, conversationHeads.conversationId))
      .where(and(eq(conversations.id, conversation_id), isNull(conversations.deletedAt)));
    if (!found) throw noConversation(conversation_id);
    return found;
  },
});
