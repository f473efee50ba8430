import type { Appended } from '../../db/conversations/append.ts';
import { ToolError } from '../tool/errors.ts';
import { noConversation } from '../tool/not-found.ts';

export const otherContent = (externalId: string, turn: number, field = 'external_id'): ToolError =>
  new ToolError(
    'conflict',
    `external_id ${externalId} is already used by turn ${turn}, with a different role or content.`,
    {
      field,
      received: externalId,
      turn_number: turn,
      suggestion: 'Use a new external_id for a new message.',
    },
  );

/** The turn of a stored message, whether this call or an earlier one with the same external id stored it. */
export function placed(
  result: Appended,
  conversationId: string,
  externalId: string | undefined,
  field?: string,
) {
  if (result.status === 'no_conversation') throw noConversation(conversationId);
  if (result.status === 'duplicate' && result.differs)
    throw otherContent(externalId ?? '', result.turn, field);
  return result;
}
