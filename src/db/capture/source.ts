import { reopenConversation } from '../conversations/reopen.ts';
import type { Sql } from '../postgres/connect.ts';
import type { CaptureSource } from './version.ts';

/** The conversation that receives a source's messages. `deleted`: a user deleted it, and it stays deleted. */
export type CaptureTarget = { status: 'open'; conversationId: string } | { status: 'deleted' };

type Found = { id: string; deleted: boolean };

/**
 * Finds the conversation of a source or creates it, once even under concurrent calls.
 *
 * @param revive restores a deleted conversation.
 */
export async function captureTargetOf(
  tx: Sql,
  source: CaptureSource,
  newId: () => string,
  revive = false,
): Promise<CaptureTarget> {
  const { startedAt } = source;
  const parent = source.parent
    ? await captureTargetOf(tx, { startedAt, ...source.parent }, newId, revive)
    : undefined;
  if (parent?.status === 'deleted') return parent;
  const found = await find(tx, source);
  if (found && !found.deleted) return { status: 'open', conversationId: found.id };
  if (found && revive) {
    await reopenConversation(tx, found.id);
    return { status: 'open', conversationId: found.id };
  }
  if (found) return { status: 'deleted' };
  if (revive) await tx`delete from tombstones where kind = 'conversation' and source_id = ${source.key}`;
  else if (await isBuried(tx, source)) return { status: 'deleted' };
  const conversationId = await make(tx, source, newId(), parent?.conversationId);
  return { status: 'open', conversationId };
}

/** Finds the conversation of a source, if anything of it was ever stored. */
export async function findCaptureTarget(sql: Sql, source: CaptureSource): Promise<CaptureTarget | undefined> {
  const found = await find(sql, source);
  if (found) return found.deleted ? { status: 'deleted' } : { status: 'open', conversationId: found.id };
  return (await isBuried(sql, source)) ? { status: 'deleted' } : undefined;
}

async function find(sql: Sql, { key, conversationId }: CaptureSource): Promise<Found | undefined> {
  const [known] = await sql<Found[]>`
    select c.id, c.deleted_at is not null as deleted
    from capture_sources s join conversations c on c.id = s.conversation_id where s.key = ${key}`;
  if (known || conversationId === undefined) return known;
  const [original] = await sql<Found[]>`
    select id, deleted_at is not null as deleted from conversations where id = ${conversationId}`;
  return original;
}

async function isBuried(sql: Sql, source: CaptureSource): Promise<boolean> {
  const ids = [source.key, ...(source.conversationId === undefined ? [] : [source.conversationId])];
  const rows = await sql`
    select 1 from tombstones where kind = 'conversation' and source_id = any(${ids}::text[]) limit 1`;
  return rows.length > 0;
}

async function make(tx: Sql, source: CaptureSource, freshId: string, parentId?: string): Promise<string> {
  const { key, sessionId = null, project = null, startedAt = null, conversationId } = source;
  const about = { ...source.metadata, ...(parentId ? { parent_conversation_id: parentId } : {}) };
  const metadata = Object.keys(about).length > 0 ? JSON.stringify(about) : null;
  const externalId = source.externalId === undefined ? key : source.externalId;
  const id = conversationId ?? freshId;
  await tx`
    with key as (
      insert into conversation_keys (session_id, external_id, conversation_id)
      select coalesce(${sessionId}::text, ''), ${externalId}::text, ${id}::uuid where ${externalId}::text is not null
      on conflict do nothing
      returning conversation_id
    ),
    made as (
      insert into conversations (id, session_id, project, metadata, external_id, created_at)
      select ${id}::uuid, ${sessionId}::text, ${project}::text, ${metadata}::text::jsonb, ${externalId}::text,
             coalesce(${startedAt}::text::timestamptz, now())
      where ${externalId}::text is null or exists (select 1 from key)
      on conflict do nothing
      returning id, created_at
    )
    insert into conversation_heads (conversation_id, updated_at) select id, created_at from made`;
  const [row] = await tx<{ id: string }[]>`
    select conversation_id as id from conversation_keys
    where session_id = coalesce(${sessionId}::text, '') and external_id = ${externalId}
    union all
    select id from conversations where id = ${id}
    limit 1`;
  if (!row) throw new Error(`the conversation of ${key} was not found after it was created`);
  await tx`
    insert into capture_sources (key, conversation_id) values (${key}, ${row.id}) on conflict do nothing`;
  return row.id;
}
