import type { Sql } from '../postgres/connect.ts';
import type { Collection } from './collection/collection.ts';
import type { Answer, Query, RankedDocument } from './engine.ts';
import type { Search } from './search.ts';
import { createHighlighter, type Highlighter } from './text/highlight.ts';

/** Characters of a text that are searched for a snippet first; in a longer text, the range around the first match. */
export const nearCharacters = 20_000;

export type FoundText = RankedDocument & {
  /** The best matching passage, with matched words between `**`. */
  snippet: string;
};

/**
 * Searches one collection, best first; tools join their rows to the hits by `doc_no`. Finds everything committed before
 * the call; hits deleted meanwhile are left out.
 */
export async function searchTexts<Filter>(
  sql: Sql,
  search: Search,
  collection: Collection<Filter>,
  query: Query<Filter>,
): Promise<Omit<Answer, 'hits'> & { hits: FoundText[] }> {
  const answer = await search.find(collection, query);
  const docs = answer.hits.map((hit) => hit.docNo);
  const rows = await sql<{ docNo: number; text: string; characters: number }[]>`
    select d.doc_no, left(d.text, ${nearCharacters}) as text, char_length(d.text) as characters
    from (${collection.documents(sql)}) d where d.doc_no = any(${docs}::int[])`;
  const texts = new Map(rows.map((row) => [row.docNo, row]));
  const highlighter = createHighlighter(query.text, query.mode, 'english');
  const hits: FoundText[] = [];
  for (const hit of answer.hits) {
    const text = texts.get(hit.docNo);
    if (text) hits.push({ ...hit, snippet: await snippetOf(sql, collection, text, highlighter) });
  }
  return { ...answer, hits };
}

/** The snippet of a document whose beginning is loaded. */
export async function snippetOf(
  sql: Sql,
  collection: Collection<never>,
  row: { docNo: number; text: string; characters: number },
  highlighter: Highlighter,
): Promise<string> {
  const near = highlighter.snippet(row.text);
  if (near.matches > 0 || row.characters <= row.text.length || highlighter.words.length === 0)
    return near.text;
  const [passage] = await sql<{ text: string }[]>`
    select substring(d.text from greatest(1, w.place - 200) for 2000) as text
    from (select d.text from (${collection.documents(sql)}) d where d.doc_no = ${row.docNo}) d
    cross join lateral (
      select min(nullif(strpos(lower(d.text), word), 0)) as place
      from unnest(${highlighter.words.slice(0, 8)}::text[]) word
    ) w
    where w.place is not null`;
  return passage ? `…${highlighter.snippet(passage.text).text}` : near.text;
}
