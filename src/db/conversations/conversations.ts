import type { Sql } from '../postgres/connect.ts';
import type { Metadata } from '../schema/conversations.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import { renameConversation } from './names.ts';

export type NewConversation = {
  id: string;
  sessionId?: string | undefined;
  project?: string | undefined;
  metadata?: Metadata | undefined;
  externalId?: string | undefined;
};

export type Begun = {
  id: string;
  sessionId: string | null;
  project: string | null;
  metadata: Metadata | null;
  createdAt: string;
  duplicate: boolean;
};

type Row = Omit<Begun, 'metadata'> & { metadata: string | null };

/**
 * Creates a conversation with its counter. With an external id it is created once per session, even under concurrent
 * calls; the other callers get the existing one, marked `duplicate`.
 */
export async function beginConversation(sql: Sql, conversation: NewConversation): Promise<Begun> {
  const { id, sessionId = null, project = null, metadata, externalId = null } = conversation;
  const [made] = await sql<Row[]>`
    with key as (
      insert into conversation_keys (session_id, external_id, conversation_id)
      select coalesce(${sessionId}::text, ''), ${externalId}::text, ${id}::uuid where ${externalId}::text is not null
      on conflict do nothing
      returning conversation_id
    ),
    made as (
      insert into conversations (id, session_id, project, metadata, external_id)
      select ${id}::uuid, ${sessionId}::text, ${project}::text,
             ${metadata ? JSON.stringify(metadata) : null}::text::jsonb, ${externalId}::text
      where ${externalId}::text is null or exists (select 1 from key)
      returning *
    ),
    head as (
      insert into conversation_heads (conversation_id, updated_at) select id, created_at from made
    )
    select id, session_id, project, metadata::text, created_at, false as duplicate from made`;
  // Not created: a conversation with this external id exists and is committed.
  const row = made ?? (await findByExternalId(sql, sessionId, externalId));
  return {
    ...row,
    metadata: row.metadata === null ? null : JSON.parse(row.metadata),
    createdAt: rfc3339(row.createdAt),
  };
}

async function findByExternalId(sql: Sql, sessionId: string | null, externalId: string | null): Promise<Row> {
  const [row] = await sql<Row[]>`
    select c.id, c.session_id, c.project, c.metadata::text, c.created_at, true as duplicate
    from conversation_keys k join conversations c on c.id = k.conversation_id
    where k.session_id = coalesce(${sessionId}::text, '') and k.external_id = ${externalId}`;
  if (!row) throw new Error('a conversation was deleted while it was looked up by its external id');
  return row;
}

/**
 * Serializes stores by external id in this session until the transaction ends: without a conversation, an external id
 * is unique within its session, which no index can enforce.
 */
export async function lockSession(sql: Sql, sessionId: string | undefined): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`session:${sessionId ?? ''}`}, 0))`;
}

/** The conversation of a session that holds a message with one of these external ids; the newest of several. */
export async function findConversationOfMessage(
  sql: Sql,
  sessionId: string | undefined,
  externalIds: readonly string[],
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select c.id from conversations c join messages m on m.conversation_id = c.id
    where c.session_id is not distinct from ${sessionId ?? null}::text and c.deleted_at is null
      and m.external_id = any(${externalIds as string[]}::text[])
    order by m.created_at desc limit 1`;
  return row?.id;
}

/**
 * Merges metadata into that of a conversation; a null value removes its key. A `title` becomes the conversation's title.
 * Sets `updated_at`.
 *
 * @returns the new size of the metadata, or undefined when no such conversation exists.
 */
export async function updateConversation(
  sql: Sql,
  id: string,
  changes: { metadata?: Metadata | undefined; sessionId?: string | undefined; project?: string | undefined },
): Promise<{ metadataBytes: number } | undefined> {
  const { metadata = {}, sessionId = null, project = null } = changes;
  const removed = Object.keys(metadata).filter((key) => metadata[key] === null);
  const set = JSON.stringify(
    Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null)),
  );
  const [row] = await sql<{ bytes: number }[]>`
    with clock as materialized (select clock_timestamp() as at),
    head as (
      update conversation_heads set updated_at = greatest(updated_at, clock.at) from clock
      where conversation_id = ${id} and open
      returning conversation_id
    ),
    key as (
      update conversation_keys k set session_id = ${sessionId}::text from head
      where k.conversation_id = head.conversation_id and ${sessionId}::text is not null
    )
    update conversations c
    set updated_at = now(),
        session_id = coalesce(${sessionId}::text, session_id),
        project = coalesce(${project}::text, project),
        metadata = case when ${Object.keys(metadata).length === 0} then metadata
                        else (coalesce(metadata, '{}') || ${set}::text::jsonb) - ${removed}::text[] end
    from head where c.id = head.conversation_id
    returning coalesce(octet_length(metadata::text), 0) as bytes`;
  const { title } = metadata;
  if (row && (title === null || typeof title === 'string')) await renameConversation(sql, id, title || null);
  return row && { metadataBytes: row.bytes };
}
