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

export type ExportFilter = {
  ids?: readonly string[] | undefined;
  sessionId?: string | undefined;
  project?: string | undefined;
};

/** Conversations that match every given filter, oldest first; all of them without a filter. */
export async function exportedConversations(
  sql: Sql,
  { ids, sessionId, project }: ExportFilter,
): Promise<ExportedConversation[]> {
  const rows = await sql<(Omit<ExportedConversation, 'metadata'> & { metadata: string | null })[]>`
    select c.id as conversation_id, c.session_id, c.project, c.external_id, c.metadata::text, c.created_at,
           h.updated_at
    from conversations c join conversation_heads h on h.conversation_id = c.id
    where c.deleted_at is null
      and (${ids === undefined} or c.id = any(${[...(ids ?? [])]}::uuid[]))
      and (${sessionId ?? null}::text is null or c.session_id = ${sessionId ?? null}::text)
      and (${project ?? null}::text is null or c.project = ${project ?? null}::text)
    order by c.created_at, c.id`;
  return rows.map((row) => ({
    ...row,
    metadata: row.metadata === null ? null : JSON.parse(row.metadata),
    created_at: rfc3339(row.created_at),
    updated_at: rfc3339(row.updated_at),
  }));
}

const pageSize = 500;

/** Messages of a conversation in order, a page at a time. */
export async function* exportedMessages(sql: Sql, conversationId: string): AsyncGenerator<ExportedMessage> {
  for (let after = 0; ; ) {
    const rows = await sql<(Omit<ExportedMessage, 'metadata'> & { metadata: string | null })[]>`
      select id, turn_number as turn, role, content, metadata::text, created_at, external_id from messages
      where conversation_id = ${conversationId} and turn_number > ${after}
      order by turn_number limit ${pageSize}`;
    for (const row of rows) {
      after = row.turn;
      yield {
        ...row,
        metadata: row.metadata === null ? null : JSON.parse(row.metadata),
        created_at: rfc3339(row.created_at),
      };
    }
    if (rows.length < pageSize) return;
  }
}
