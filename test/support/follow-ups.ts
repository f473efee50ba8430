import type { Sql } from '../../src/db/postgres/connect.ts';
import { collectionIds } from '../../src/db/search/collection/ids.ts';
import { documentBytes } from '../../src/db/search/index/codec.ts';

type Seen = ReadonlyMap<number, string>;

/** The document number and text of every message. */
export async function documentsOf(sql: Sql): Promise<Seen> {
  const rows = await sql<{ docNo: number; content: string }[]>`select doc_no, content from messages`;
  return new Map(rows.map(({ docNo, content }) => [docNo, content]));
}

/**
 * What a writer of messages forgot: texts that search would not find, texts that it would still find, openings that are
 * not those of their conversation.
 *
 * @param before the documents before the writer ran.
 */
export async function forgotten(sql: Sql, before: Seen): Promise<string[]> {
  const found: string[] = [];
  const now = await documentsOf(sql);
  const indexed = await indexedDocuments(sql, collectionIds.messages);
  const deletions = await sql<{ docNos: number[] }[]>`
    select doc_nos from search_deletions where shelf = ${collectionIds.messages}`;
  const gone = new Set(deletions.flatMap(({ docNos }) => docNos));
  for (const [doc, content] of now) {
    if (indexed.get(doc) !== 1 || gone.has(doc))
      found.push(`"${content}" is not searched: in the index ${indexed.get(doc) ?? 0} times`);
    if (before.has(doc) && before.get(doc) !== content)
      found.push(`"${content}" is searched by its old words`);
  }
  for (const [doc, content] of before)
    if (!now.has(doc) && indexed.has(doc) && !gone.has(doc)) found.push(`"${content}" is still searched`);
  const openings = await sql<{ opening: string | null; kept: string | null }[]>`
    select first.opening, k.opening as kept
    from conversations c left join conversation_catalogue k on k.conversation_id = c.id
    left join lateral (
      select left(m.content, 400) as opening from messages m
      where m.conversation_id = c.id and m.content <> ''
        and opening_place(m.role, m.turn_number, m.metadata) is not null
      order by opening_place(m.role, m.turn_number, m.metadata) limit 1
    ) first on true
    where first.opening is distinct from k.opening`;
  for (const { opening, kept } of openings)
    found.push(`the opening is "${opening}", and the catalogue has "${kept}"`);
  return found;
}

/** How often each document of a collection is in the queue and the segments. */
export async function indexedDocuments(sql: Sql, shelf: number): Promise<Map<number, number>> {
  const queued = await sql<{ docNos: number[] }[]>`
    select doc_nos from search_queue where shelf = ${shelf}`;
  const segments = await sql<{ docs: Buffer }[]>`
    select docs from search_segments where shelf = ${shelf}`;
  const docs = [
    ...queued.flatMap(({ docNos }) => docNos),
    ...segments.flatMap(({ docs: bytes }) =>
      Array.from({ length: bytes.length / documentBytes }, (_, i) => bytes.readInt32LE(i * documentBytes)),
    ),
  ];
  const count = new Map<number, number>();
  for (const doc of docs) count.set(doc, (count.get(doc) ?? 0) + 1);
  return count;
}
