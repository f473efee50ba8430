import type { Sql } from './connect.ts';
import { rfc3339 } from './schema/columns.ts';
import type { Metadata, Role } from './schema/conversations.ts';

/** `auto` and `any` find whatever holds one of the words; `all` wants every word, `phrase` the words side by side. */
export const searchModes = ['auto', 'all', 'phrase', 'any'] as const;
export type SearchMode = (typeof searchModes)[number];

export type SearchScope = {
  sessionId?: string | undefined;
  conversationId?: string | undefined;
  project?: string | undefined;
  role?: Role | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

export type Search = SearchScope & {
  query: string;
  mode: SearchMode;
  limit: number;
  offset: number;
  /** Most characters of a message's text to return. */
  maxCharacters: number;
  exactTotal: boolean;
};

export type Hit = {
  conversationId: string;
  sessionId: string | null;
  messageId: string;
  turn: number;
  role: Role;
  content: string;
  truncated: boolean;
  snippet: string;
  rank: number;
  createdAt: string;
  conversationMetadata: Metadata | null;
};

export type SearchResult = { hits: Hit[]; total: number; totalIsExact: boolean };

/** Totals are counted to here; beyond it counting would cost more than finding. */
const countedTotal = 1000;

type Row = {
  conversation_id: string;
  session_id: string | null;
  message_id: string;
  turn: number;
  role: Role;
  content: string;
  truncated: boolean;
  snippet: string;
  rank: number;
  created_at: string;
  conversation_metadata: string | null;
};

/**
 * Finds messages by their words, best first; ties by time, then id, so that the order is total and pages are stable.
 * Reads the stored vector: recomputing it for each match costs seconds at a million messages.
 */
export async function searchMessages(sql: Sql, search: Search): Promise<SearchResult> {
  const matches = (counted: number) => sql`
    from messages m
    join conversations c on c.id = m.conversation_id
    cross join (select ${toQuery(sql, search)} as query) q
    where m.tsv @@ q.query and c.deleted_at is null
      ${search.sessionId === undefined ? sql`` : sql`and c.session_id = ${search.sessionId}`}
      ${search.conversationId === undefined ? sql`` : sql`and m.conversation_id = ${search.conversationId}`}
      ${search.project === undefined ? sql`` : sql`and c.project = ${search.project}`}
      ${search.role === undefined ? sql`` : sql`and m.role = ${search.role}`}
      ${search.startDate === undefined ? sql`` : sql`and m.created_at >= ${search.startDate}::text::timestamptz`}
      ${search.endDate === undefined ? sql`` : sql`and m.created_at < ${search.endDate}::text::timestamptz`}
      ${counted > 0 ? sql`limit ${counted}` : sql``}`;
  const [rows, [total]] = await Promise.all([
    sql<Row[]>`
      with page as (
        select m.id, m.created_at as at, ts_rank(m.tsv, q.query)::float8 as rank, q.query ${matches(0)}
        order by rank desc, m.created_at desc, m.id desc
        limit ${search.limit} offset ${search.offset}
      )
      select m.conversation_id, c.session_id, m.id as message_id, m.turn_number as turn, m.role,
             left(m.content, ${search.maxCharacters}) as content,
             char_length(m.content) > ${search.maxCharacters} as truncated,
             ts_headline('english', left(m.content, 100000), page.query, 'StartSel=**, StopSel=**, MaxWords=35, MinWords=15')
               as snippet,
             page.rank, m.created_at, c.metadata::text as conversation_metadata
      from page join messages m using (id) join conversations c on c.id = m.conversation_id
      order by page.rank desc, m.created_at desc, m.id desc`,
    sql<{ n: number }[]>`
      select count(*)::int as n from (select 1 ${matches(search.exactTotal ? 0 : countedTotal + 1)}) as counted`,
  ]);
  const found = total?.n ?? 0;
  const totalIsExact = search.exactTotal || found <= countedTotal;
  return { hits: rows.map(toHit), total: totalIsExact ? found : countedTotal, totalIsExact };
}

function toQuery(sql: Sql, { mode, query }: Search) {
  if (mode === 'phrase') return sql`phraseto_tsquery('english', ${query})`;
  if (mode === 'all') return sql`plainto_tsquery('english', ${query})`;
  // Any word: the lexemes of the question, each quoted, joined by "or".
  return sql`coalesce(
    (select string_agg(quote_literal(word), ' | ')::tsquery from unnest(tsvector_to_array(to_tsvector('english', ${query}))) word),
    ''::tsquery)`;
}

const toHit = (row: Row): Hit => ({
  conversationId: row.conversation_id,
  sessionId: row.session_id,
  messageId: row.message_id,
  turn: row.turn,
  role: row.role,
  content: row.content,
  truncated: row.truncated,
  snippet: row.snippet,
  rank: row.rank,
  createdAt: rfc3339(row.created_at),
  conversationMetadata: row.conversation_metadata === null ? null : JSON.parse(row.conversation_metadata),
});

/** A message before or after a hit. */
export type Neighbour = { id: string; turn: number; role: Role; content: string };

/** The messages up to `reach` turns before and after a place, in order, without the message itself. */
export async function neighbours(
  sql: Sql,
  place: { conversationId: string; turn: number },
  reach: number,
  maxCharacters: number,
): Promise<Neighbour[]> {
  return await sql<Neighbour[]>`
    select id, turn_number as turn, role, left(content, ${maxCharacters}) as content from messages
    where conversation_id = ${place.conversationId} and turn_number <> ${place.turn}
      and turn_number between ${place.turn - reach} and ${place.turn + reach}
    order by turn_number`;
}
