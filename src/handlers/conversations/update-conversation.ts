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
    'Change the metadata, session or project of a conversation. Metadata is merged (null removes a key); session and project are replaced. Returns the conversation without its messages.',
  effect: 'change',
  projectScope: async (input, project, deps) =>
    scopeToProject(await scopeToConversation(input, project, deps), project, deps),
  input: z.strictObject({
    conversation_id: p.id('conversation').describe('The conversation'),
    metadata: p.metadata.optional().describe('Keys to set; a null value removes its key'),
    session_id: p.sessionId.optional().describe('New session'),
    project: p.project.optional().describe('New project'),
  }),
  output: z.object({
    conversation_id: z.string().describe('Conversation id'),
    session_id: p.nullableText.describe('Session'),
    project: p.nullableText.describe('Project'),
    created_at: z.string().describe('Creation time'),
    updated_at: z.string().describe('Time of the last change'),
    message_count: z.int().describe('Number of messages'),
    metadata: p.storedMetadata.describe('Metadata of the conversation'),
  }),
  touches: conversationAddress,
  async run(input, { db }) {
    const { conversation_id: id, metadata, session_id: sessionId, project } = input;
    if (metadata === undefined && sessionId === undefined && project === undefined)
      throw new ToolError('invalid_input', 'Nothing to change.', {
        suggestion: 'Set metadata, session_id or project.',
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
