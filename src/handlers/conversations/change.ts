import { updateConversation } from '../../db/conversations/conversations.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import { limits } from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { noConversation } from '../tool/not-found.ts';

type Changes = Parameters<typeof updateConversation>[2];

/**
 * Changes a conversation in a transaction; an exception rolls it back. Merged metadata may not grow beyond the limit for
 * a single call, but keys can always be removed.
 */
export async function changeConversation(tx: Sql, id: string, changes: Changes): Promise<void> {
  const changed = await updateConversation(tx, id, changes);
  if (!changed) throw noConversation(id);
  const adds = Object.values(changes.metadata ?? {}).some((value) => value !== null);
  if (adds && changed.metadataBytes > limits.metadataBytes)
    throw new ToolError(
      'too_large',
      `The merged metadata would be ${changed.metadataBytes.toLocaleString('en')} bytes; nothing was changed.`,
      {
        field: 'metadata',
        problem: `metadata may have at most ${limits.metadataBytes.toLocaleString('en')} bytes`,
        limit: limits.metadataBytes,
        suggestion: 'Remove keys by setting them to null, or store long text as messages.',
      },
    );
}
