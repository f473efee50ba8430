import type { Sql } from '../postgres/connect.ts';
import type { Metadata } from '../schema/conversations.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { Role } from '../schema/vocabulary.ts';
import type { Reason } from '../search/score/explain.ts';
import type { LegRanks, QueryVector } from '../search/score/vectors.ts';
import type { Search } from '../search/search.ts';
import { nearCharacters, snippetOf } from '../search/search-texts.ts';
import { createHighlighter } from '../search/text/highlight.ts';
import type { SearchMode } from '../search/text/parse-query.ts';
import { type MessageFilter, messages } from './collection.ts';

export type { QueryVector } from '../search/score/vectors.ts';
export type { Search } from '../search/search.ts';
export { createLoneSearch, createSearch } from '../search/search.ts';
export { type FoundText, searchTexts } from '../search/search-texts.ts';
export { type SearchMode, searchModes } from '../search/text/parse-query.ts';

export type MessageSearch = MessageFilter & {
  query: string;
  mode: SearchMode;
  limit: number;
  offset: number;
  /** Maximum characters to return of a message's text. */
  maxCharacters: number;
  explain: boolean;
  /** The query vector, for semantic hits to merge with the lexical ones. */
  queryVector?: QueryVector | undefined;
};

/**
 * How a message was ranked: rank = (words + coverage + neighbours + conversation) × speaker. In a hybrid search, rank =
 * Σ 1 / (60 + rank in leg) over the legs, and the terms are those of the lexical leg.
 */
export type Explanation = Partial<Omit<Reason, 'group'>> & { conversation?: number; legs?: LegRanks };

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
  explanation: Explanation | undefined;
};

export type SearchResult = {
  hits: Hit[];
  total: number;
  totalIsExact: boolean;
  modeUsed: SearchMode;
  /** Stored messages that are not indexed yet and were not searched. */
  pending: number;
};

type Row = Pick<Hit, 'conversationId' | 'sessionId' | 'messageId' | 'turn' | 'role' | 'createdAt'> & {
  docNo: number;
  text: string;
  characters: number;
  conversationMetadata: string | null;
};

/**
 * Searches messages, best first; ties are ordered by time, then by arrival, so that the order is total and pages are
 * stable. In mode `auto` a turn next to a match may be a separate result; `total` counts matches.
 */
export async function searchMessages(sql: Sql, search: Search, asked: MessageSearch): Promise<SearchResult> {
  const { query, mode, limit, offset, explain, maxCharacters, queryVector, ...filter } = asked;
  const answer = await search.find(messages, {
    text: query,
    mode,
    filter,
    limit,
    offset,
    explain,
    queryVector,
  });
  const rows = await sql<Row[]>`
    select m.doc_no, m.conversation_id, c.session_id, m.id as message_id, m.turn_number as turn, m.role,
           left(m.content, ${Math.max(maxCharacters, nearCharacters)}) as text,
           char_length(m.content) as characters, m.created_at, c.metadata::text as conversation_metadata
    from messages m join conversations c on c.id = m.conversation_id
    where m.doc_no = any(${answer.hits.map((hit) => hit.docNo)}::int[]) and c.deleted_at is null`;
  const found = new Map(rows.map((row) => [row.docNo, row]));
  const highlighter = createHighlighter(query, mode, 'english');
  const hits: Hit[] = [];
  for (const { docNo, score, reason, places } of answer.hits) {
    const row = found.get(docNo);
    if (!row) continue; // deleted meanwhile
    const explanation = explain ? toExplanation(reason, places) : undefined;
    const snippet = await snippetOf(sql, messages, row, highlighter);
    hits.push({ ...toHit(row, maxCharacters), rank: score, snippet, explanation });
  }
  const { total, totalIsExact, mode: modeUsed, pending } = answer;
  return { hits, total, totalIsExact, modeUsed, pending };
}

function toExplanation(reason: Reason | undefined, legs: LegRanks | undefined): Explanation {
  const { group, ...sums } = reason ?? { group: undefined };
  return { ...sums, ...(group === undefined ? {} : { conversation: group }), ...(legs ? { legs } : {}) };
}

const toHit = (
  { docNo, text, characters: length, createdAt, conversationMetadata: metadata, ...row }: Row,
  maxCharacters: number,
) => ({
  ...row,
  content: characters(text, maxCharacters),
  truncated: length > maxCharacters,
  createdAt: rfc3339(createdAt),
  conversationMetadata: metadata === null ? null : JSON.parse(metadata),
});

/** The first characters of a text; a surrogate pair counts as one, as in PostgreSQL. */
const characters = (text: string, most: number): string =>
  text.length <= most
    ? text
    : Array.from(text.slice(0, most * 2))
        .slice(0, most)
        .join('');

/** A message before or after a hit. */
export type Neighbour = { id: string; turn: number; role: Role; content: string };

/** The messages up to `reach` turns before and after a message, in order, without the message itself. */
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
