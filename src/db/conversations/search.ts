import type { Sql } from '../postgres/connect.ts';
import type { Metadata } from '../schema/conversations.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { Role } from '../schema/vocabulary.ts';
import type { Answer, RankedDocument } from '../search/query.ts';
import type { Reason } from '../search/score/explain.ts';
import type { LegRanks, QueryVector } from '../search/score/vectors.ts';
import type { Search } from '../search/search.ts';
import { nearCharacters, snippetsOf } from '../search/search-texts.ts';
import { parseQuery, type SearchMode } from '../search/text/parse-query.ts';
import { namedTitle } from './catalogue.ts';
import { type MessageFilter, messages } from './collection.ts';
import { textOf } from './packed-texts.ts';

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
 * How a message was ranked: rank = (words + coverage + neighbours + conversation) × speaker. In a hybrid search, rank = that
 * sum / (4 × ln(1 + messages)) + meaning, or somewhat more for a message with every word; with a search cluster, Σ 1 / (60 +
 * rank in leg) over the legs.
 */
export type Explanation = Partial<Omit<Reason, 'group'>> & {
  conversation?: number;
  meaning?: number;
  legs?: LegRanks;
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
  /** The character of the text where the snippet begins. */
  snippetAt: number;
  /** It has none of the words: it is next to a message that has. */
  neighbour: boolean;
  rank: number;
  createdAt: string;
  project: string | null;
  /** The program it was captured from. */
  agent: string | null;
  /** Its conversation's own title, and what was said first there. */
  named: string | null;
  opening: string | null;
  conversationMetadata: Metadata | null;
  explanation: Explanation | undefined;
};

export type SearchResult = {
  hits: Hit[];
  total: number;
  /** Whether there are matches after these. */
  more: boolean;
  totalIsExact: boolean;
  modeUsed: SearchMode;
  /** Stored messages that are not indexed yet and were not searched. */
  pending: number;
  /** The query with the nearest known words in place of unknown ones; `used`: these are its results. */
  correction: Answer['correction'];
};

/** Whether a query has anything that can be searched. */
export const hasWords = (query: string): boolean => parseQuery(query, 'any').words.length > 0;

type Row = Pick<
  Hit,
  | 'conversationId'
  | 'sessionId'
  | 'project'
  | 'agent'
  | 'named'
  | 'opening'
  | 'messageId'
  | 'turn'
  | 'role'
  | 'createdAt'
> & {
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
    correct: true,
  });
  const { correction } = answer;
  const text = correction?.used ? correction.text : query;
  const docNos = answer.hits.map((hit) => hit.docNo);
  // In a lake that PostgreSQL has no statistics of yet, it would read all conversations first: the messages are read by their
  // index before anything is joined, and the limit says how few they are.
  const rows = await sql<Row[]>`
    with found as materialized (
      select m.doc_no, m.conversation_id, m.id, m.turn_number, m.role, m.created_at, ${textOf(sql)} as whole
      from messages m where m.doc_no = any(${docNos}::bigint[])
    )
    select m.doc_no, m.conversation_id, c.session_id, c.project, m.id as message_id, m.turn_number as turn, m.role,
           left(m.whole, ${Math.max(maxCharacters, nearCharacters)}) as text, char_length(m.whole) as characters, m.created_at, c.metadata::text as conversation_metadata, c.metadata ->> 'source' as agent,
           ${namedTitle(sql)} as named, k.opening
    from (select * from found limit ${docNos.length}::int) m
    join conversations c on c.id = m.conversation_id
    left join conversation_catalogue k on k.conversation_id = c.id
    where c.deleted_at is null`;
  const found = new Map(rows.map((row) => [row.docNo, row]));
  const snippets = await snippetsOf(sql, search, messages, { text, mode }, rows);
  const hits: Hit[] = [];
  for (const hit of answer.hits) {
    const { docNo, score, neighbour = false } = hit;
    const row = found.get(docNo);
    if (!row) continue; // deleted meanwhile
    const explanation = explain ? toExplanation(hit) : undefined;
    const { text: snippet, at: snippetAt } = snippets.get(docNo) ?? { text: '', at: 0 };
    hits.push({ ...toHit(row, maxCharacters), rank: score, snippet, snippetAt, neighbour, explanation });
  }
  const { total, more, totalIsExact, mode: modeUsed, pending } = answer;
  return { hits, total, more, totalIsExact, modeUsed, pending, correction };
}

function toExplanation({ reason, meaning, places: legs }: RankedDocument): Explanation {
  const { group, ...sums } = reason ?? { group: undefined };
  return {
    ...sums,
    ...(group === undefined ? {} : { conversation: group }),
    ...(meaning === undefined ? {} : { meaning }),
    ...(legs ? { legs } : {}),
  };
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

/**
 * For each hit the messages up to `reach` turns before and after it, in order, without the hit itself: one query for all.
 *
 * @returns in the order of the hits.
 */
export async function neighboursOf(
  sql: Sql,
  hits: readonly { conversationId: string; turn: number }[],
  reach: number,
  maxCharacters: number,
): Promise<Neighbour[][]> {
  const all: Neighbour[][] = hits.map(() => []);
  if (hits.length === 0 || reach === 0) return all;
  const rows = await sql<(Neighbour & { hit: number })[]>`
    select h.hit::int as hit, m.id, m.turn_number as turn, m.role, left(${textOf(sql)}, ${maxCharacters}) as content
    from unnest(${hits.map((hit) => hit.conversationId)}::uuid[], ${hits.map((hit) => hit.turn)}::int[])
      with ordinality h(conversation_id, turn, hit)
    join messages m on m.conversation_id = h.conversation_id and m.turn_number <> h.turn
      and m.turn_number between h.turn - ${reach}::int and h.turn + ${reach}::int
    order by h.hit, m.turn_number`;
  for (const { hit, ...neighbour } of rows) all[hit - 1]?.push(neighbour);
  return all;
}
