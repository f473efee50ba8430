import { ToolError } from './errors.ts';

/** Not-found errors shared by several toolsets. */

export const noConversation = (id: string): ToolError =>
  new ToolError('not_found', `There is no conversation ${id}.`, {
    field: 'conversation_id',
    received: id,
    suggestion:
      'List conversations with dewey_list_conversations, or omit conversation_id to start a new one.',
  });
