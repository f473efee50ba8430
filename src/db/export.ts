import type { Sql } from './connect.ts';
import { rfc3339 } from './rfc3339.ts';
import type { Metadata } from './schema/conversations.ts';
import type { Role } from './vocabulary.ts';

export type ExportedConversation = {
  conversation_id: string;
  session_id: string | null;
  project: string | null;
  external_id: string | null;
  metadata: Metadata | null;
  created_at: string;
  updated_at: string;
};

export type ExportedMessage = {
  id: string;
  turn: number;
  role: Role;
  content: string;
  metadata: Metadata | null;
  created_at: string;
  external_id: string | null;
};

/** A conversation is followed by its messages in order. */
export type ExportItem = { conversation: ExportedConversation } | { message: ExportedMessage };

export type ExportFilter = {
  ids?: readonly string[] | undefined;
  session_id?: string | undefined;
  project?: string | undefined;
};

/** Conversations that match every given filter, oldest first; all of them without a filter. In bounded memory. */
export async function* exportedItems(sql: Sql, filter: ExportFilter): AsyncGenerator<ExportItem> {
  for await (const conversation of exportedConversations(sql, filter)) {
    yield { conversation };
    for await (const message of exportedMessages(sql, conversation.conversation_id)) yield { message };
  }
}

const conversationsAtOnce = 200;

async function* exportedConversations(
  sql: Sql,
  { ids, session_id: session, project }: ExportFilter,
): AsyncGenerator<ExportedConversation> {
  type Row = Omit<ExportedConversation, 'metadata'> & { metadata: string | null };
  for (let last: Pick<Row, 'created_at' | 'conversation_id'> | undefined; ; ) {
    const rows: Row[] = await sql<Row[]>`
      select c.id as conversation_id, c.session_id, c.project, c.external_id, c.metadata::text, c.created_at,
             h.updated_at
      from conversations c join conversation_heads h on h.conversation_id = c.id
      where c.deleted_at is null
        and (${ids === undefined} or c.id = any(${[...(ids ?? [])]}::uuid[]))
        and (${session ?? null}::text is null or c.session_id = ${session ?? null}::text)
        and (${project ?? null}::text is null or c.project = ${project ?? null}::text)
        and (c.created_at, c.id) > (${last?.created_at ?? '-infinity'}::text::timestamptz,
                                    ${last?.conversation_id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
      order by c.created_at, c.id limit ${conversationsAtOnce}`;
    for (const row of rows)
      yield {
        ...row,
        ...jsonOf(row),
        created_at: rfc3339(row.created_at),
        updated_at: rfc3339(row.updated_at),
      };
    last = rows.at(-1);
    if (rows.length < conversationsAtOnce) return;
  }
}

/** A page has so many messages, fewer when these have so many bytes. */
const messagesAtOnce = 500;
const bytesAtOnce = 4_000_000;

async function* exportedMessages(sql: Sql, conversationId: string): AsyncGenerator<ExportedMessage> {
  type Row = Omit<ExportedMessage, 'metadata'> & { metadata: string | null; left: number };
  for (let after = 0, left = 1; left > 0; ) {
    const rows: Row[] = await sql<Row[]>`
      select id, turn_number as turn, role, content, metadata::text, created_at, external_id, waiting - place as left
      from (
        select *, row_number() over (order by turn_number) as place, count(*) over () as waiting,
               sum(bytes) over (order by turn_number) - bytes as before
        from (
          select *, octet_length(content) + coalesce(pg_column_size(metadata), 0) as bytes from messages
          where conversation_id = ${conversationId} and turn_number > ${after}
          order by turn_number limit ${messagesAtOnce + 1}
        ) next
      ) page
      where before < ${bytesAtOnce} and place <= ${messagesAtOnce} order by turn_number`;
    for (const { left: _, ...row } of rows)
      yield { ...row, ...jsonOf(row), created_at: rfc3339(row.created_at) };
    after = rows.at(-1)?.turn ?? after;
    left = Number(rows.at(-1)?.left ?? 0);
  }
}

const jsonOf = ({ metadata }: { metadata: string | null }): { metadata: Metadata | null } => ({
  metadata: metadata === null ? null : JSON.parse(metadata),
});
