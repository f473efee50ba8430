import {
  type CatalogueEntry,
  catalogueColumns,
  containing,
  joinCatalogue,
  namedTitle,
} from '../conversations/catalogue.ts';
import type { Sql } from '../postgres/connect.ts';

/** Times are in PostgreSQL's text form. */
export type ConversationRow = CatalogueEntry & {
  id: string;
  sessionId: string | null;
  parentId: string | null;
  createdAt: string;
  updatedAt: string;
  messages: number;
};

export type ConversationFilter = {
  ids?: readonly string[] | undefined;
  project?: string | undefined;
  agent?: string | undefined;
  /** Text in the title, or in what was said first where there is none. */
  title?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
};

const columns = (sql: Sql) => sql`
  ${catalogueColumns(sql)}, c.id::text as id, c.session_id as session_id,
  c.metadata->>'parent_conversation_id' as parent_id,
  c.created_at as created_at, h.updated_at as updated_at, h.message_count as messages`;

const matching = (sql: Sql, { ids, project, agent, title, since, until }: ConversationFilter) => sql`
  h.open
  and ${ids === undefined ? sql`true` : sql`c.id = any(${[...ids]}::uuid[])`}
  and ${project === undefined ? sql`true` : sql`c.project = ${project}`}
  and ${agent === undefined ? sql`true` : sql`c.metadata->>'source' = ${agent}`}
  and ${title === undefined ? sql`true` : sql`coalesce(${namedTitle(sql)}, k.opening) ilike ${containing(title)}`}
  and ${since === undefined ? sql`true` : sql`h.updated_at >= ${since}::text::timestamptz`}
  and ${until === undefined ? sql`true` : sql`h.updated_at < ${until}::text::timestamptz`}`;

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Conversations, last changed first. */
export async function browseConversations(
  sql: Sql,
  filter: ConversationFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ConversationRow[]; total: number }> {
  const rows = await sql<ConversationRow[]>`
    select ${columns(sql)}
    from conversation_heads h join conversations c on c.id = h.conversation_id ${joinCatalogue(sql)}
    where ${matching(sql, filter)}
    order by h.updated_hour desc, h.updated_at desc, c.id desc limit ${limit} offset ${offset}`;
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from conversation_heads h join conversations c on c.id = h.conversation_id
    left join conversation_catalogue k on k.conversation_id = c.id
    where ${matching(sql, filter)}`;
  return { rows: [...rows], total: counted?.total ?? 0 };
}

export type ProjectRow = {
  project: string | null;
  agents: string[];
  conversations: number;
  messages: number;
  updatedAt: string;
};

/** What there is of each project, last changed first. */
export async function browseProjects(sql: Sql, filter: ConversationFilter): Promise<ProjectRow[]> {
  const rows = await sql<ProjectRow[]>`
    select c.project as project, count(*)::int as conversations, coalesce(sum(h.message_count), 0)::float8 as messages,
           max(h.updated_at) as updated_at,
           coalesce(array_agg(distinct c.metadata->>'source') filter (where c.metadata ? 'source'), '{}') as agents
    from conversation_heads h join conversations c on c.id = h.conversation_id
    left join conversation_catalogue k on k.conversation_id = c.id
    where ${matching(sql, filter)} group by 1 order by 4 desc`;
  return [...rows];
}

export type FoundId = ConversationRow & {
  kind: 'conversation' | 'message';
  messageId: string | null;
  turn: number | null;
};

/**
 * The conversations and messages that part of an id names: the beginning or the end of a conversation's id, the
 * beginning of its session's, or, where none has it, the beginning or the end of a message's.
 *
 * @param part of an id in lower case.
 */
export async function findById(
  sql: Sql,
  part: string,
  { project, limit }: { project?: string | undefined; limit: number },
): Promise<FoundId[]> {
  const digits = part.replaceAll('-', '');
  const isHex = /^[0-9a-f]{4,32}$/.test(digits);
  const within = matching(sql, { project });
  const has = (id: string) => sql`
    (replace(${sql(id)}::text, '-', '') like ${`${digits}%`} or replace(${sql(id)}::text, '-', '') like ${`%${digits}`})`;
  const conversations = await sql<FoundId[]>`
    select 'conversation' as kind, null as message_id, null::int as turn, ${columns(sql)}
    from conversation_heads h join conversations c on c.id = h.conversation_id ${joinCatalogue(sql)}
    where ${within} and (${isHex ? has('c.id') : sql`false`} or lower(c.session_id) like ${`${escaped(part)}%`})
    order by c.metadata ? 'parent_conversation_id', h.updated_at desc limit ${limit}`;
  if (conversations.length > 0 || !isHex) return [...conversations];
  const messages = await sql<FoundId[]>`
    select 'message' as kind, found.id::text as message_id, found.turn_number as turn, ${columns(sql)}
    from (
      select found.id, found.conversation_id, found.turn_number from messages found
      where found.id between rpad(${digits}::text, 32, '0')::uuid and rpad(${digits}::text, 32, 'f')::uuid
         or replace(found.id::text, '-', '') like ${`%${digits}`}
      limit ${limit}
    ) found
    join conversation_heads h on h.conversation_id = found.conversation_id
    join conversations c on c.id = found.conversation_id ${joinCatalogue(sql)}
    where ${within}`;
  return [...messages];
}
