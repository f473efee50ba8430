import * as z from 'zod';
import { beginConversation } from '../../db/conversations/conversations.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { scopeToOwnOrNewConversation } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';

export default tool({
  name: 'dewey_begin_conversation',
  title: 'Begin a conversation',
  description:
    'Start a conversation. Call it once at the start and pass the returned conversation_id when you store messages.',
  effect: 'add',
  projectScope: scopeToOwnOrNewConversation,
  input: z.strictObject({
    session_id: p.sessionId.optional(),
    metadata: p.metadata.optional().describe('Any JSON object'),
    project: p.project.optional(),
    external_id: p.externalId.optional(),
  }),
  output: z.object({
    conversation_id: z.string().describe('Conversation id'),
    session_id: p.nullableText.describe('Session'),
    created_at: z.string().describe('Creation time'),
    updated_at: z.string().describe('Time of the last change'),
    duplicate: z.boolean().optional().describe('True when an earlier call with this external_id created it'),
  }),
  async run(input, { db, newId }) {
    const begun = await beginConversation(db.sql, {
      id: newId(),
      sessionId: input.session_id,
      project: input.project,
      metadata: input.metadata,
      externalId: input.external_id,
    });
    if (begun.duplicate && input.project !== undefined && input.project !== begun.project)
      throw new ToolError(
        'conflict',
        `external_id ${input.external_id} belongs to a conversation of another project.`,
        {
          field: 'project',
          received: input.project,
          conversation_id: begun.id,
          suggestion: 'Use a new external_id, or change the project with dewey_update_conversation.',
        },
      );
    return {
      conversation_id: begun.id,
      session_id: begun.sessionId,
      created_at: begun.createdAt,
      updated_at: begun.createdAt,
      ...(begun.duplicate ? { duplicate: true } : {}),
    };
  },
});
