import type { Sql } from '../../postgres/connect.ts';
import type { QueryWord } from '../text/parse-query.ts';

/** Maximum words of a query that are used. */
const mostWords = 64;
const wordsAtATime = 1000;

type Where = {
  tx: Sql;
  shelf: number;
  segments: ReadonlySet<number>;
  /** How many pending documents contain a term. */
  waitingIn(term: string): number;
  isLate(): boolean;
};

/** Selects the words of a query; of a very long one, the rarest that occur. */
export async function selectTerms(
  words: QueryWord[],
  { tx, shelf: collectionId, segments, waitingIn, isLate }: Where,
): Promise<QueryWord[]> {
  if (words.length <= mostWords) return words;
  const found: { word: QueryWord; n: number }[] = [];
  for (let i = 0; i < words.length && found.length < 2 * mostWords && !isLate(); i += wordsAtATime) {
    const part = words.slice(i, i + wordsAtATime);
    const rows = await tx<{ term: string; df: number }[]>`
      select term, sum(df)::int as df from search_postings
      where shelf = ${collectionId} and seg = any(${[...segments]}::int[])
        and term = any(${part.flatMap((word) => word.terms)}::text[])
      group by term`;
    const frequency = new Map(rows.map((row) => [row.term, row.df]));
    for (const word of part) {
      const n = word.terms.reduce((sum, term) => sum + (frequency.get(term) ?? 0) + waitingIn(term), 0);
      if (n > 0) found.push({ word, n });
    }
  }
  return found
    .sort((a, b) => a.n - b.n)
    .slice(0, mostWords)
    .map(({ word }) => word);
}
