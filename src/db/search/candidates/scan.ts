import type { Sql } from '../../postgres/connect.ts';
import type { Collection, DocumentScope } from '../collection/collection.ts';
import { labelMark } from '../text/analyze.ts';
import type { QueryWord } from '../text/parse-query.ts';
import { whereInScope } from './scope.ts';

/** How many documents are returned, and how many words of a query are looked for. */
const mostFound = 400;
const mostWords = 16;
const firstRange = 5000;

export type Scan = {
  /** Documents whose text has the letters of a word, newest first. */
  docs: number[];
  /** How many texts were read, and whether these were all. */
  read: number;
  complete: boolean;
};

/**
 * Looks for words in the texts themselves, the newest first, until enough are found or the time is up: for when there is
 * no index.
 */
export async function scanTexts(
  tx: Sql,
  collection: Collection<never>,
  words: readonly QueryWord[],
  scope: DocumentScope,
  budgetMs: number,
): Promise<Scan> {
  const patterns = words
    .slice(0, mostWords)
    .flatMap(({ terms }) => terms.filter((term) => !term.startsWith(labelMark)))
    .map((term) => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const found: Scan = { docs: [], read: 0, complete: false };
  const begun = performance.now();
  const [top] = await tx<{ docNo: number }[]>`
    select d.doc_no from (${collection.documents(tx)}) d order by d.doc_no desc limit 1`;
  let below = (top?.docNo ?? 0) + 1;
  for (let size = firstRange; performance.now() - begun < budgetMs && found.docs.length < mostFound; ) {
    const from = Math.max(0, below - size);
    const [row] = await tx<{ docs: number[] | null; read: number }[]>`
      select array_agg(d.doc_no order by d.doc_no desc) filter (where lower(d.text) like any(${patterns}::text[])) as docs,
             count(*)::int as read
      from (${collection.documents(tx)}) d
      where d.doc_no >= ${from} and d.doc_no < ${below} ${whereInScope(tx, scope)}`;
    found.docs.push(...(row?.docs ?? []));
    found.read += row?.read ?? 0;
    below = from;
    found.complete = from === 0;
    if (found.complete) break;
    // The next range may be larger, but no longer than half of the time that is left.
    size *= performance.now() - begun < budgetMs / 4 ? 2 : 1;
  }
  found.docs.length = Math.min(found.docs.length, mostFound);
  return found;
}
