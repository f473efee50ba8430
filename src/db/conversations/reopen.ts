import type { Sql } from '../postgres/connect.ts';

/** The constraint that rejects a second conversation of a session under an external id. */
export const conversationKeyTaken = 'conversation_keys_session_id_external_id_pk';

/**
 * Restores a deleted conversation for every reader, and removes its tombstone.
 *
 * @throws the driver's error; a violated {@link conversationKeyTaken} means that its external id was used again.
 */
export async function reopenConversation(tx: Sql, id: string): Promise<void> {
  await tx`
    with opened as (
      update conversations set deleted_at = null, updated_at = now() where id = ${id}
      returning id, session_id, external_id
    ),
    head as (update conversation_heads set open = true where conversation_id = ${id}),
    key as (
      insert into conversation_keys (session_id, external_id, conversation_id)
      select coalesce(session_id, ''), external_id, id from opened where external_id is not null
    )
    delete from tombstones t using opened o
    where t.kind = 'conversation' and t.parent = coalesce(o.session_id, '')
      and t.source_id = coalesce(o.external_id, o.id::text)`;
}
