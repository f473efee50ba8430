import type { Sql } from '../postgres/connect.ts';

export type Deletion = { status: 'deleted' | 'kept'; messages: number } | { status: 'not_found' };

/**
 * Deletes a conversation for every reader at once and leaves a tombstone, in one transaction; the rows stay until they
 * are purged. Stores waiting for the counter's lock find the conversation deleted.
 *
 * @param force without it, a conversation with messages is kept.
 */
export async function deleteConversation(sql: Sql, id: string, force: boolean): Promise<Deletion> {
  const [row] = await sql<{ messages: number; deleted: boolean }[]>`
    with head as (
      select conversation_id, message_count from conversation_heads where conversation_id = ${id} and open for update
    ),
    closed as (
      update conversation_heads h set open = false from head
      where h.conversation_id = head.conversation_id and (${force} or head.message_count = 0)
      returning h.conversation_id
    ),
    gone as (
      update conversations c set deleted_at = now(), updated_at = now() from closed where c.id = closed.conversation_id
      returning c.id, c.session_id, c.external_id
    ),
    freed as (delete from conversation_keys k using gone where k.conversation_id = gone.id),
    mark as (
      insert into tombstones (kind, parent, source_id, deleted_at)
      select 'conversation', coalesce(session_id, ''), coalesce(external_id, id::text), now() from gone
      on conflict (kind, parent, source_id) do update set deleted_at = excluded.deleted_at
    )
    select message_count as messages, exists (select 1 from gone) as deleted from head`;
  if (!row) return { status: 'not_found' };
  return { status: row.deleted ? 'deleted' : 'kept', messages: row.messages };
}
