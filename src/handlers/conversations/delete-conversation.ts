import * as z from 'zod';
import { deleteConversation } from '../../db/conversations/delete.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { noConversation } from '../tool/not-found.ts';
import { scopeToConversation } from '../tool/project-scope.ts';
import { tool } from '../tool/tool.ts';
import { conversationAddress } from './resource.ts';

export default tool({
  name: 'dewey_delete_conversation',
  title: 'Delete a conversation',
  description:
    'Delete a conversation and all its messages. Capture and import will not restore it; an admin can, until it is purged. One that contains messages needs force: true.',
  effect: 'delete',
  projectScope: scopeToConversation,
  input: z.strictObject({
    conversation_id: p.id('conversation').describe('The conversation'),
    force: z.boolean().default(false).describe('Delete it even with messages'),
  }),
  output: z.object({
    deleted: z.boolean().describe('Always true'),
    messages_deleted: z.int().describe('Number of messages deleted'),
  }),
  touches: (_, input) => conversationAddress(input),
  async run(input, { db }) {
    const result = await deleteConversation(db.sql, input.conversation_id, input.force);
    if (result.status === 'not_found') throw noConversation(input.conversation_id);
    if (result.status === 'kept')
      throw new ToolError(
        'refused',
        `The conversation contains ${result.messages} messages; nothing was deleted.`,
        {
          field: 'force',
          messages: result.messages,
          suggestion: `Call again with force: true to delete it and its ${result.messages} messages.`,
        },
      );
    return { deleted: true, messages_deleted: result.messages };
  },
});
