import { textOf } from '../conversations/packed-texts.ts';
import type { Sql } from '../postgres/connect.ts';
import { sizesOf } from '../postgres/sizes.ts';

export type Stats = {
  database_bytes: number;
  tables: { table: string; rows: number; bytes: number; index_bytes: number }[];
  sources: { source: string; conversations: number; messages: number }[];
  projects: { project: string | null; conversations: number; messages: number }[];
  days: { day: string; messages: number; bytes: number }[];
  deleted: { conversations: number; texts: number; documents: number };
};

/** Most rows in a list, largest first. */
const most = 50;

/**
 * How large the lake is and how it grows. Row counts of tables are PostgreSQL's estimates; everything else is counted
 * exactly.
 *
 * @param days how many days back, today included, in UTC.
 */
export async function takeStats(sql: Sql, now: Date, days: number): Promise<Stats> {
  const { database, tables } = await sizesOf(sql);
  const sources = await sql<Stats['sources']>`
    select coalesce(c.metadata ->> 'source', 'tools') as source, count(*)::int as conversations,
           coalesce(sum(h.message_count), 0)::float8 as messages
    from conversation_heads h join conversations c on c.id = h.conversation_id
    where h.open group by 1 order by 3 desc limit ${most}`;
  const projects = await sql<Stats['projects']>`
    select c.project, count(*)::int as conversations, coalesce(sum(h.message_count), 0)::float8 as messages
    from conversation_heads h join conversations c on c.id = h.conversation_id
    where h.open group by 1 order by 3 desc limit ${most}`;
  const perDay = await sql<Stats['days']>`
    select (created_at at time zone 'UTC')::date::text as day, count(*)::int as messages,
           sum(octet_length(${textOf(sql)}))::float8 as bytes
    from messages m
    where created_at > date_trunc('day', ${now.toISOString()}::text::timestamptz) - (${days} - 1) * interval '1 day'
    group by 1 order by 1`;
  const [deleted] = await sql<Stats['deleted'][]>`
    select (select count(*)::int from conversations where deleted_at is not null) as conversations,
           (select count(*)::int from expired_messages) as texts,
           (select count(*)::int from artifacts where deleted_at is not null) as documents`;
  return {
    database_bytes: database,
    tables: tables
      .map(({ name, rows, bytes, indexBytes }) => ({ table: name, rows, bytes, index_bytes: indexBytes }))
      .toSorted((a, b) => b.bytes - a.bytes || (a.table < b.table ? -1 : 1)),
    sources: [...sources],
    projects: [...projects],
    days: [...perDay],
    deleted: deleted ?? { conversations: 0, texts: 0, documents: 0 },
  };
}
