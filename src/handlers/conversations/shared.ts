import type { Appended } from '../../db/append.ts';
import type { Sql } from '../../db/connect.ts';
import { updateConversation } from '../../db/conversations.ts';
import { ToolError } from '../errors.ts';
import { noConversation } from '../missing.ts';
import { limits } from '../params.ts';

export const otherContent = (externalId: string, turn: number, field = 'external_id'): ToolError =>
  new ToolError(
    'conflict',
    `external_id ${externalId} is already turn ${turn}, with another role or content.`,
    {
      field,
      received: externalId,
      turn_number: turn,
      suggestion: 'Use a new external_id for a new message.',
    },
  );

/** The place a message has now, whether this call gave it or an earlier one with the same external id. */
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

type Changes = Parameters<typeof updateConversation>[2];

/**
 * Changes a conversation within a transaction; what is thrown undoes it. Merging lets metadata grow no further than
 * what may be given at once, while removing keys is always possible.
 */
export async function changeConversation(tx: Sql, id: string, changes: Changes): Promise<void> {
  const changed = await updateConversation(tx, id, changes);
  if (!changed) throw noConversation(id);
  const adds = Object.values(changes.metadata ?? {}).some((value) => value !== null);
  if (adds && changed.metadataBytes > limits.metadataBytes)
    throw new ToolError(
      'too_large',
      `With this the metadata would have ${changed.metadataBytes.toLocaleString('en')} bytes; nothing was changed.`,
      {
        field: 'metadata',
        problem: `metadata may have at most ${limits.metadataBytes.toLocaleString('en')} bytes`,
        limit: limits.metadataBytes,
        suggestion: 'Remove keys by setting them to null, or store the text as messages.',
      },
    );
}
