import { type FoundText, type QueryVector, type Search, searchTexts } from '../conversations/search.ts';
import type { Sql } from '../postgres/connect.ts';
import { events } from './collection.ts';
import { eventsByDocNo, type StoredEvent } from './events.ts';
import type { EventFilter } from './filter.ts';

export type EventHit = { event: StoredEvent; snippet: string; score: number; places: FoundText['places'] };

/**
 * Searches events by the words of narrative, category, subject and actors, and by meaning if a query vector is given.
 */
export async function searchEvents(
  sql: Sql,
  search: Search,
  filter: EventFilter,
  asked: { query: string; limit: number; offset: number; queryVector?: QueryVector | undefined },
): Promise<{ hits: EventHit[]; total: number }> {
  const { query: text, ...page } = asked;
  const answer = await searchTexts(sql, search, events, { text, mode: 'auto', filter, ...page });
  const byDocNo = await eventsByDocNo(
    sql,
    answer.hits.map((hit) => hit.docNo),
    filter.reader,
  );
  const hits = answer.hits.flatMap(({ docNo, snippet, score, places }) => {
    const event = byDocNo.get(docNo);
    return event ? [{ event, snippet, score, places }] : []; // deleted meanwhile
  });
  return { hits, total: answer.total };
}
