import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { conversationHeads, conversations } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { noConversation } from '../tool/not-found.ts';
import { scopeToConversation, scopeToProject } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';
import { changeConversation } from './change.ts';
import { conversationAddress } from './resource.ts';

export default tool({
  name: 'dewey_update_conversation',
  title: 'Update a conversation',
  description:
    'Change what is kept about a conversation: metadata is merged (a null value removes its key), session and project are replaced. Messages stay as they are. Returns the conversation without its messages.',
  effect: 'change',
  projectScope: async (input, project, deps) =>
    scopeToProject(await scopeToConversation(input, project, deps), project, deps),
  input: z.strictObject({
    conversation_id: p.id('conversation').describe('The conversation'),
    metadata: p.metadata.optional().describe('Keys to set; a null value removes its key'),
    session_id: p.sessionId.optional().describe('The session it belongs to from now on'),
    project: p.project.optional().describe('The project it belongs to from now on'),
  }),
  output: z.object({
    conversation_id: z.string().describe('Id of the conversation'),
    session_id: p.nullableText.describe('Its session'),
    project: p.nullableText.describe('Its project'),
    created_at: z.string().describe('When it was begun'),
    updated_at: z.string().describe('When it last changed'),
    message_count: z.int().describe('How many messages it holds'),
    metadata: p.storedMetadata.describe('What is kept about it'),
  }),
  touches: conversationAddress,
  async run(input, { db }) {
    const { conversation_id: id, metadata, session_id: sessionId, project } = input;
    if (metadata === undefined && sessionId === undefined && project === undefined)
      throw new ToolError('invalid_input', 'There is nothing to change.', {
        suggestion: 'Give metadata, session_id or project.',
      });
    await db.sql.begin((tx) => changeConversation(tx, id, { metadata, sessionId, project }));
    const [row] = await db
      .select({
        conversation_id: conversations.id,
        session_id: conversations.sessionId,
        project: conversations.project,
        created_at: conversations.createdAt,
        updated_at: conversationHeads.updatedAt,
        message_count: conversationHeads.messageCount,
        metadata: conversations.metadata,
      })
      .from(conversations)
      .innerJoin(conversationHeads, eq(conversationHeads.conversationId, conversations.id))
      .where(eq(conversations.id, id));
    if (!row) throw noConversation(id);
    return row;
  },
});
