import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { Role } from '../schema/vocabulary.ts';
import { textOf } from './packed-texts.ts';

/** Reading for people: what came last, how much came when, from which agents and projects. Deleted content is left out. */

export type Latest = {
  conversationId: string;
  turn: number;
  role: Role;
  /** The start of the text. */
  text: string;
  createdAt: string;
  project: string | null;
  agent: string | null;
};

/** The messages said last, without calls of tools and their results. */
export async function latestMessages(
  sql: Sql,
  { project, limit }: { project: string | undefined; limit: number },
): Promise<Latest[]> {
  const rows = await sql<Latest[]>`
    select m.conversation_id, m.turn_number as turn, m.role, left(${textOf(sql)}, 600) as text, m.created_at, c.project,
           c.metadata ->> 'source' as agent
    from messages m join conversations c on c.id = m.conversation_id
    where c.deleted_at is null and m.role <> 'tool' and coalesce(m.metadata ->> 'kind', '') <> 'tool_use'
      and (${project ?? null}::text is null or c.project = ${project ?? null})
    order by m.created_at desc, m.doc_no desc limit ${limit}`;
  return rows.map((row) => ({ ...row, createdAt: rfc3339(row.createdAt) }));
}

/** Messages a day, in UTC, since this time. */
export const messagesByDay = (
  sql: Sql,
  { project, since }: { project: string | undefined; since: Date },
): Promise<readonly { day: string; messages: number }[]> => sql<{ day: string; messages: number }[]>`
    select (m.created_at at time zone 'UTC')::date::text as day, count(*)::int as messages
    from messages m
    where m.created_at >= ${since.toISOString()}::text::timestamptz
      and m.conversation_id not in (select id from conversations where deleted_at is not null)
      and (${project ?? null}::text is null
           or m.conversation_id in (select id from conversations where project = ${project ?? null}))
    group by 1 order by 1`;

export type AgentTotal = { agent: string | null; sessions: number; messages: number; lastAt: string };

/** What is stored of each agent, the one heard last first. */
export async function agentTotals(sql: Sql, project: string | undefined): Promise<AgentTotal[]> {
  const rows = await sql<AgentTotal[]>`
    select c.metadata ->> 'source' as agent, count(*)::int as sessions,
           coalesce(sum(h.message_count), 0)::float8 as messages, max(h.updated_at) as last_at
    from conversation_heads h join conversations c on c.id = h.conversation_id
    where h.open and (${project ?? null}::text is null or c.project = ${project ?? null})
    group by 1 order by 4 desc limit 50`;
  return rows.map((row) => ({ ...row, lastAt: rfc3339(row.lastAt) }));
}

export type ProjectTotal = { project: string | null; sessions: number; messages: number; lastAt: string };

/** What is stored of each project, the one changed last first. */
export async function projectTotals(sql: Sql, project: string | undefined): Promise<ProjectTotal[]> {
  const rows = await sql<ProjectTotal[]>`
    select c.project, count(*)::int as sessions, coalesce(sum(h.message_count), 0)::float8 as messages,
           max(h.updated_at) as last_at
    from conversation_heads h join conversations c on c.id = h.conversation_id
    where h.open and (${project ?? null}::text is null or c.project = ${project ?? null})
    group by 1 order by 4 desc limit 500`;
  return rows.map((row) => ({ ...row, lastAt: rfc3339(row.lastAt) }));
}

export type Digest = {
  conversationId: string;
  firstAt: string | null;
  lastAt: string | null;
  prompts: number;
  toolCalls: number;
  bytes: number;
  model: string | null;
};

/** Only this many messages of a conversation are counted: a list of long ones must not take seconds. */
const mostCounted = 5000;

/** What lists say about these conversations, if they are of this project. */
export async function digests(
  sql: Sql,
  { ids, project }: { ids: readonly string[]; project: string | undefined },
): Promise<Digest[]> {
  const rows = await sql<Digest[]>`
    select c.id as conversation_id, s.first_at,
           (select max(created_at) from messages where conversation_id = c.id) as last_at, coalesce(s.prompts, 0) as prompts,
           coalesce(s.tool_calls, 0) as tool_calls,
           (coalesce(s.bytes, 0) + coalesce(packed.bytes, 0))::float8 as bytes, s.model
    from conversations c
    left join lateral (
      select min(created_at) as first_at,
             count(*) filter (where role = 'user')::int as prompts,
             count(*) filter (where metadata ->> 'kind' = 'tool_use')::int as tool_calls,
             sum(octet_length(content)) as bytes, max(metadata ->> 'model') as model
      from (select created_at, role, metadata, content from messages where conversation_id = c.id
            order by turn_number limit ${mostCounted}) t) s on true
    left join lateral (
      select sum(octet_length(t.text)) as bytes from packed_texts k, unnest(k.texts) t(text)
      where k.conversation_id = c.id) packed on true
    where c.id = any(${ids}::uuid[]) and c.deleted_at is null
      and (${project ?? null}::text is null or c.project = ${project ?? null})`;
  const time = (value: string | null) => (value === null ? null : rfc3339(value));
  return rows.map((row) => ({ ...row, firstAt: time(row.firstAt), lastAt: time(row.lastAt) }));
}
