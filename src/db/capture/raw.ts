import type { Sql } from '../postgres/connect.ts';

/** Raw lines of one range of a file. */
export type RawLines = { fingerprint: string; start: number; end: number; lines: number; data: Buffer };

/**
 * Stores raw lines; ranges of a file that are stored already are skipped, and a longer range replaces its parts.
 *
 * @param isNew the conversation has none yet.
 */
export async function keepRaw(tx: Sql, conversationId: string, raw: RawLines, isNew = false): Promise<void> {
  if (!isNew && (await isCovered(tx, conversationId, raw))) return;
  const { fingerprint, start, end, lines, data } = raw;
  await tx`
    insert into capture_raw (conversation_id, fingerprint, start_offset, end_offset, lines, data)
    values (${conversationId}, ${fingerprint}, ${start}::bigint, ${end}::bigint, ${lines}, ${data})
    on conflict do nothing`;
}

/** Whether the range is stored; if not, its parts are removed. */
async function isCovered(tx: Sql, conversationId: string, raw: RawLines): Promise<boolean> {
  const { fingerprint, start, end } = raw;
  const covered = await tx`
    select 1 from capture_raw where conversation_id = ${conversationId} and fingerprint = ${fingerprint}
      and start_offset <= ${start}::bigint and end_offset >= ${end}::bigint limit 1`;
  if (covered.length > 0) return true;
  await tx`
    delete from capture_raw where conversation_id = ${conversationId} and fingerprint = ${fingerprint}
      and start_offset >= ${start}::bigint and end_offset <= ${end}::bigint`;
  return false;
}

/** A conversation with raw lines. */
export type RawConversation = { id: string; sessionId: string | null; keys: string[] };

/** The bytes of the transcripts whose raw lines are kept, deleted conversations aside. */
export async function rawBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(r.end_offset - r.start_offset), 0)::float8 as bytes
    from capture_raw r join conversations c on c.id = r.conversation_id where c.deleted_at is null`;
  return row?.bytes ?? 0;
}

/** The conversations with raw lines in order of their ids, without deleted ones, with the keys of their sources. */
export async function rawConversations(sql: Sql, after: string, limit: number): Promise<RawConversation[]> {
  const found = await sql<Omit<RawConversation, 'keys'>[]>`
    select c.id, c.session_id from conversations c
    where c.id > ${after} and c.deleted_at is null
      and exists (select 1 from capture_raw r where r.conversation_id = c.id)
    order by c.id limit ${limit}`;
  const keys = await sql<{ id: string; key: string }[]>`
    select conversation_id as id, key from capture_sources
    where conversation_id = any(${found.map(({ id }) => id)}::uuid[]) order by key`;
  return found.map((row) => ({ ...row, keys: keys.flatMap(({ id, key }) => (id === row.id ? key : [])) }));
}

/** The next raw lines of a conversation, file by file and in the order of each. */
export async function rawAfter(
  sql: Sql,
  conversationId: string,
  { fingerprint, start }: Pick<RawLines, 'fingerprint' | 'start'>,
): Promise<RawLines | undefined> {
  const [row] = await sql<RawLines[]>`
    select fingerprint, start_offset::float8 as start, end_offset::float8 as end, lines, data from capture_raw
    where conversation_id = ${conversationId}
      and (fingerprint, start_offset) > (${fingerprint}, ${start}::bigint)
    order by fingerprint, start_offset limit 1`;
  return row;
}

/** A stored group of lines: how many lines of the conversation come before it, and how many it has. */
export type RawGroup = { fingerprint: string; start: number; before: number; lines: number };

/** The groups of a conversation in the order of its files; those of one file in the order of the file. */
export const rawGroups = (sql: Sql, conversationId: string): Promise<readonly RawGroup[]> => sql<RawGroup[]>`
  select fingerprint, start_offset::float8 as start, lines,
         (sum(lines) over (order by fingerprint, start_offset) - lines)::int as before
  from capture_raw where conversation_id = ${conversationId} order by fingerprint, start_offset`;

/** The compressed lines of one group; undefined when they were removed meanwhile. */
export async function rawData(
  sql: Sql,
  conversationId: string,
  { fingerprint, start }: RawGroup,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ data: Buffer }[]>`
    select data from capture_raw
    where conversation_id = ${conversationId} and fingerprint = ${fingerprint} and start_offset = ${start}::bigint`;
  return row?.data;
}

/** Whose lines these are; undefined for an unknown or deleted conversation. */
export async function rawOwner(
  sql: Sql,
  conversationId: string,
): Promise<{ sessionId: string | null; isAgent: boolean; expired: boolean } | undefined> {
  const [row] = await sql<{ sessionId: string | null; isAgent: boolean; expired: boolean }[]>`
    select c.session_id, coalesce(c.metadata ? 'agent_id', false) as is_agent,
           exists (select 1 from expired_messages e join messages m on m.id = e.message_id and m.conversation_id = e.conversation_id
                   where m.conversation_id = c.id) as expired
    from conversations c where c.id = ${conversationId} and c.deleted_at is null`;
  return row;
}
