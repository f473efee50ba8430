import type { Sql } from '../postgres/connect.ts';
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
    if (found.deleted) await reopen(tx, found.id);
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

async function reopen(tx: Sql, id: string): Promise<void> {
  await tx`
    with opened as (
      update conversations set deleted_at = null, updated_at = now() where id = ${id} returning id, session_id, external_id
    ),
    head as (update conversation_heads set open = true where conversation_id = ${id})
    delete from tombstones t using opened o
    where t.kind = 'conversation' and t.parent = coalesce(o.session_id, '')
      and t.source_id = coalesce(o.external_id, o.id::text)`;
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
  const [made] = await tx<{ id: string }[]>`
    with made as (
      insert into conversations (id, session_id, project, metadata, external_id, created_at)
      values (${conversationId ?? freshId}, ${sessionId}, ${project}, ${metadata}::text::jsonb, ${externalId},
              coalesce(${startedAt}::text::timestamptz, now()))
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
    select id from conversations
    where (external_id = ${externalId} and coalesce(session_id, '') = coalesce(${sessionId}::text, '') and deleted_at is null)
       or id = ${conversationId ?? freshId}
    limit 1`;
  if (!row) throw new Error(`the conversation of ${key} was not found after it was created`);
  await tx`
    insert into capture_sources (key, conversation_id) values (${key}, ${row.id}) on conflict do nothing`;
  return { conversationId: row.id, made: false };
}
