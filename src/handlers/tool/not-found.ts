import { ToolError } from './errors.ts';

/** What shelves say alike when a thing they were pointed to is not there. */

export const noConversation = (id: string): ToolError =>
  new ToolError('not_found', `There is no conversation ${id}.`, {
    field: 'conversation_id',
    received: id,
    suggestion:
      'List conversations with dewey_list_conversations, or leave conversation_id out to begin a new one.',
  });
