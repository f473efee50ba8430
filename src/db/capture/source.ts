import { reopenConversation } from '../conversations/reopen.ts';
import type { Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import type { CaptureSource } from './version.ts';

/**
 * The conversation that receives a source's messages; `made` when this transaction made it, so that nobody else sees it and
 * it has no messages. `deleted`: a user deleted it, and it stays deleted.
 */
export type CaptureTarget =
  | { status: 'open'; conversationId: string; made?: boolean }
  | { status: 'deleted' };

/** `buried`: there is none, as it was deleted and purged. */
type Found = { id: string; deleted: boolean } | 'buried';

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
  if (found === 'buried') {
    if (!revive) return { status: 'deleted' };
    await tx`delete from tombstones where kind = 'conversation' and source_id = ${source.key}`;
  } else if (found) {
    if (found.deleted && !revive) return { status: 'deleted' };
    if (found.deleted) await reopenConversation(tx, found.id);
    return { status: 'open', conversationId: found.id };
  }
  return { status: 'open', ...(await make(tx, source, newId(), parent?.conversationId)) };
}

/** Finds the conversation of a source, if anything of it was ever stored. */
export async function findCaptureTarget(sql: Sql, source: CaptureSource): Promise<CaptureTarget | undefined> {
  const found = await find(sql, source);
  if (!found) return undefined;
  return found === 'buried' || found.deleted
    ? { status: 'deleted' }
    : { status: 'open', conversationId: found.id };
}

/** In one statement, as most of the work of a short conversation is waiting for the database. */
async function find(sql: Sql, { key, conversationId }: CaptureSource): Promise<Found | undefined> {
  const own = conversationId ?? null;
  if (await isSpread(sql)) return findApart(sql, key, own);
  const [found] = await sql<{ id: string | null; deleted: boolean }[]>`
    with known as (
      select c.id, c.deleted_at is not null as deleted
      from capture_sources s join conversations c on c.id = s.conversation_id where s.key = ${key}
    ),
    original as (
      select id, deleted_at is not null as deleted from conversations
      where id = ${own}::uuid and not exists (select from known)
    ),
    buried as (
      select null::uuid, true from tombstones
      where kind = 'conversation' and source_id in (${key}, ${own}::text)
        and not exists (select from known) and not exists (select from original)
      limit 1
    )
    select * from known union all select * from original union all select * from buried`;
  return found && (found.id === null ? 'buried' : { id: found.id, deleted: found.deleted });
}

/** The same where conversations are on other nodes than their sources. */
async function findApart(sql: Sql, key: string, own: string | null): Promise<Found | undefined> {
  const [source] = await sql<{ id: string }[]>`
    select conversation_id as id from capture_sources where key = ${key}`;
  for (const id of [source?.id ?? null, own])
    if (id !== null) {
      const [row] = await sql<{ id: string; deleted: boolean }[]>`
        select id, deleted_at is not null as deleted from conversations where id = ${id}`;
      if (row) return row;
    }
  const buried = await sql`
    select 1 from tombstones where kind = 'conversation' and source_id in (${key}, ${own}::text) limit 1`;
  return buried.length > 0 ? 'buried' : undefined;
}

/** Makes the conversation of a source, or finds it if another transaction made it meanwhile. */
async function make(
  tx: Sql,
  source: CaptureSource,
  freshId: string,
  parentId?: string,
): Promise<{ conversationId: string; made: boolean }> {
  const { key, sessionId = null, project = null, startedAt = null, conversationId } = source;
  const about = { ...source.metadata, ...(parentId ? { parent_conversation_id: parentId } : {}) };
  const metadata = Object.keys(about).length > 0 ? JSON.stringify(about) : null;
  const externalId = source.externalId === undefined ? key : source.externalId;
  const id = conversationId ?? freshId;
  const [made] = await tx<{ id: string }[]>`
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
    ),
    head as (insert into conversation_heads (conversation_id, updated_at) select id, created_at from made),
    source as (
      insert into capture_sources (key, conversation_id) select ${key}, id from made on conflict do nothing
    )
    select id from made`;
  if (made) return { conversationId: made.id, made: true };
  const [row] = await tx<{ id: string }[]>`
    select conversation_id as id from conversation_keys
    where session_id = coalesce(${sessionId}::text, '') and external_id = ${externalId}
    union all
    select id from conversations where id = ${id}
    limit 1`;
  if (!row) throw new Error(`the conversation of ${key} was not found after it was created`);
  await tx`
    insert into capture_sources (key, conversation_id) values (${key}, ${row.id}) on conflict do nothing`;
  return { conversationId: row.id, made: false };
}
