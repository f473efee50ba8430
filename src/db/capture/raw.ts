import type { Sql } from '../postgres/connect.ts';

/** Raw lines of one range of a file. */
export type RawLines = { fingerprint: string; start: number; end: number; lines: number; data: Buffer };

/** Stores raw lines; ranges of a file that are stored already are skipped, and a longer range replaces its parts. */
export async function keepRaw(tx: Sql, conversationId: string, raw: RawLines): Promise<void> {
  const { fingerprint, start, end, lines, data } = raw;
  const covered = await tx`
    select from capture_raw where conversation_id = ${conversationId} and fingerprint = ${fingerprint}
      and start_offset <= ${start}::bigint and end_offset >= ${end}::bigint limit 1`;
  if (covered.length > 0) return;
  await tx`
    delete from capture_raw where conversation_id = ${conversationId} and fingerprint = ${fingerprint}
      and start_offset >= ${start}::bigint and end_offset <= ${end}::bigint`;
  await tx`
    insert into capture_raw (conversation_id, fingerprint, start_offset, end_offset, lines, data)
    values (${conversationId}, ${fingerprint}, ${start}::bigint, ${end}::bigint, ${lines}, ${data})
    on conflict do nothing`;
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
export const rawConversations = (sql: Sql, after: string, limit: number): Promise<RawConversation[]> =>
  sql<RawConversation[]>`
    select c.id, c.session_id, array(select key from capture_sources s where s.conversation_id = c.id order by key) as keys
    from conversations c
    where c.id > ${after} and c.deleted_at is null
      and exists (select from capture_raw r where r.conversation_id = c.id)
    order by c.id limit ${limit}`;

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
