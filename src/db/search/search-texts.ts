import type { Sql } from '../postgres/connect.ts';
import type { Collection } from './collection/collection.ts';
import type { Answer, Query, RankedDocument } from './engine.ts';
import type { Search } from './search.ts';
import type { HighlightQuery } from './text/highlight.ts';

/** A passage of a text and the character where it begins. */
export type Passage = { text: string; at: number };

/** Characters of a text that are searched for a snippet first; in a longer one, words that are not there are looked for. */
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
    from (${collection.documents(sql)}) d where d.doc_no = any(${docs}::bigint[])`;
  const snippets = await snippetsOf(sql, search, collection, query, rows);
  const hits = answer.hits.flatMap((hit) => {
    const snippet = snippets.get(hit.docNo);
    return snippet === undefined ? [] : [{ ...hit, snippet: snippet.text }];
  });
  return { ...answer, hits };
}

/**
 * The passage of each document that matches the query best, by document number. The texts are tokenised wherever `search`
 * does its work.
 *
 * @param rows the beginnings of the documents' texts, with how many characters each has in all.
 */
export async function snippetsOf(
  sql: Sql,
  search: Search,
  collection: Collection<never>,
  query: HighlightQuery,
  rows: readonly { docNo: number; text: string; characters: number }[],
): Promise<Map<number, Passage>> {
  const near = rows.map((row) => row.text.slice(0, nearCharacters));
  const { snippets } = await search.highlight(query, near);
  const found = new Map(rows.map((row, i) => [row.docNo, snippets[i] ?? { text: '', at: 0, words: 0 }]));
  const missing = rows.flatMap(({ docNo, characters }, i) =>
    characters > nearCharacters ? wantedOf(snippets[i]?.missing ?? []).map((word) => ({ docNo, word })) : [],
  );
  for (const [docNo, passage] of await farPassages(sql, search, collection, query, missing))
    if (passage.words > (found.get(docNo)?.words ?? 0)) found.set(docNo, passage);
  return found;
}

/** The longest words, which are an identifier as a whole rather than a part of it, and rare ones rather than common ones. */
const wantedOf = (words: readonly string[]): string[] =>
  words.toSorted((a, b) => b.length - a.length).slice(0, mostWanted);
const mostWanted = 3;

/** Snippets around the first of these words, of each text, that the text holds. */
async function farPassages(
  sql: Sql,
  search: Search,
  collection: Collection<never>,
  query: HighlightQuery,
  wanted: readonly { docNo: number; word: string }[],
): Promise<[docNo: number, passage: Passage & { words: number }][]> {
  if (wanted.length === 0) return [];
  const passages = await sql<{ docNo: number; text: string; at: number }[]>`
    select d.doc_no, greatest(1, w.place - 200)::int - 1 as at, substring(d.text from greatest(1, w.place - 200) for 2000) as text
    from (select d.doc_no, lower(d.text) as folded, d.text from (${collection.documents(sql)}) d
          where d.doc_no = any(${wanted.map(({ docNo }) => docNo)}::bigint[])) d
    cross join lateral (
      select strpos(d.folded, word) as place
      from unnest(${wanted.map(({ docNo }) => docNo)}::bigint[], ${wanted.map(({ word }) => word)}::text[])
        with ordinality one(doc_no, word, n)
      where one.doc_no = d.doc_no and strpos(d.folded, word) > 0
      order by n limit 1
    ) w`;
  const { snippets } = await search.highlight(
    query,
    passages.map((passage) => passage.text),
  );
  return passages.map(({ docNo, at }, i) => {
    const { text = '', at: within = 0, words = 0 } = snippets[i] ?? {};
    return [docNo, { text: text.startsWith('…') ? text : `…${text}`, at: at + within, words }];
  });
}
