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
    'Begin a conversation and get its id, to be used for every message that follows. Call it once at the start. Returns conversation_id.',
  effect: 'add',
  projectScope: scopeToOwnOrNewConversation,
  input: z.strictObject({
    session_id: p.sessionId.optional(),
    metadata: p.metadata.optional().describe('Anything worth keeping about the conversation, as an object'),
    project: p.project.optional(),
    external_id: p.externalId.optional(),
  }),
  output: z.object({
    conversation_id: z.string().describe('Id of the conversation'),
    session_id: p.nullableText.describe('Its session'),
    created_at: z.string().describe('When it was begun'),
    updated_at: z.string().describe('When it last changed'),
    duplicate: z.boolean().optional().describe('True when an earlier call with this external_id began it'),
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
        `external_id ${input.external_id} began a conversation of another project.`,
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
