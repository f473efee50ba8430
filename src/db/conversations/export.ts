import * as z from 'zod';
import type { Sql } from '../postgres/connect.ts';
import type { Metadata } from '../schema/conversations.ts';
import type { Role } from '../schema/vocabulary.ts';
import { textOf } from './packed-texts.ts';

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
  /** The program that wrote it, such as `claude-code`. */
  agent?: string | undefined;
  /** Begun at this time or later, in RFC 3339. */
  since?: string | undefined;
  /** Begun before this time. */
  until?: string | undefined;
};

/** The last line of an export: if it is missing, or its counts differ, the export is incomplete. */
export const exportEnd = z.object({ end: z.literal(true), conversations: z.int(), messages: z.int() });

/**
 * Conversations that match every given filter, oldest first; all of them without a filter. Each {@link ExportItem} is a
 * line of JSON built by the database; the data is passed on as bytes, in small chunks.
 */
export async function* exportedLines(sql: Sql, filter: ExportFilter): AsyncGenerator<Buffer> {
  let conversations = 0;
  let messages = 0;
  for await (const { id, line } of exportedConversations(sql, filter)) {
    conversations += 1;
    yield line;
    for await (const lines of exportedMessages(sql, id)) {
      messages += lines.length;
      yield Buffer.concat(lines);
    }
  }
  yield Buffer.from(`${JSON.stringify({ end: true, conversations, messages })}\n`);
}

const conversationsAtOnce = 200;

async function* exportedConversations(
  sql: Sql,
  { ids, session_id: session, project, agent, since, until }: ExportFilter,
): AsyncGenerator<{ id: string; line: Buffer }> {
  for (let last = '00000000-0000-0000-0000-000000000000', at = '-infinity'; ; ) {
    const rows = await sql`
      select json_build_object('conversation', json_build_object(
               'conversation_id', c.id, 'session_id', c.session_id, 'project', c.project,
               'external_id', c.external_id, 'metadata', c.metadata,
               'created_at', replace(replace(c.created_at::text, ' ', 'T'), '+00', 'Z'),
               'updated_at', replace(replace(h.updated_at::text, ' ', 'T'), '+00', 'Z')))::text || e'\\n',
             c.id::text, c.created_at::text
      from conversations c join conversation_heads h on h.conversation_id = c.id
      where c.deleted_at is null
        and (${ids === undefined} or c.id = any(${[...(ids ?? [])]}::uuid[]))
        and (${session ?? null}::text is null or c.session_id = ${session ?? null}::text)
        and (${project ?? null}::text is null or c.project = ${project ?? null}::text)
        and (${agent ?? null}::text is null or c.metadata ->> 'source' = ${agent ?? null}::text)
        and (${since ?? null}::text is null or c.created_at >= ${since ?? null}::text::timestamptz)
        and (${until ?? null}::text is null or c.created_at < ${until ?? null}::text::timestamptz)
        and (c.created_at, c.id) > (${at}::text::timestamptz, ${last}::uuid)
      order by c.created_at, c.id limit ${conversationsAtOnce}`.raw();
    for (const [line, id, createdAt] of rows as Buffer[][]) {
      if (!line) continue; // a row has its columns
      last = String(id);
      at = String(createdAt);
      yield { id: last, line };
    }
    if (rows.length < conversationsAtOnce) return;
  }
}

/** Messages per page; fewer when they are large. */
const messagesAtOnce = 500;
const bytesAtOnce = 1_000_000;

async function* exportedMessages(sql: Sql, conversationId: string): AsyncGenerator<Buffer[]> {
  for (let after = 0, left = 1; left > 0; ) {
    const rows = await sql`
      select json_build_object('message', json_build_object(
               'id', id, 'turn', turn_number, 'role', role, 'content', text, 'metadata', metadata,
               'created_at', replace(replace(created_at::text, ' ', 'T'), '+00', 'Z'),
               'external_id', external_id))::text || e'\\n',
             turn_number, waiting - place
      from (
        select *, row_number() over (order by turn_number) as place, count(*) over () as waiting,
               sum(bytes) over (order by turn_number) - bytes as before
        from (
          select *, octet_length(text) + coalesce(pg_column_size(metadata), 0) as bytes from (
            select m.*, ${textOf(sql)} as text from messages m
            where m.conversation_id = ${conversationId} and m.turn_number > ${after}
            order by m.turn_number limit ${messagesAtOnce + 1}
          ) following
        ) next
      ) page
      where before < ${bytesAtOnce} and place <= ${messagesAtOnce} order by turn_number`.raw();
    const found = rows as Buffer[][];
    if (found.length > 0) yield found.flatMap(([line]) => line ?? []);
    const [, turn, waiting] = found.at(-1) ?? [];
    after = Number(String(turn ?? after));
    left = Number(String(waiting ?? 0));
  }
}
