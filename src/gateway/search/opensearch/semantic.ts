import { nearestInScope } from '../../../db/search/candidates/near.ts';
import type { Answer } from '../../../db/search/query.ts';
import { type Centres, likenessTo } from '../../../db/search/score/centre.ts';
import { mergeLikeness } from '../../../db/search/score/merge-likeness.ts';
import { mergedPage, mostCompared } from '../../../db/search/score/page.ts';
import type { QueryVector } from '../../../db/search/score/vectors.ts';
import { parseQuery } from '../../../db/search/text/parse-query.ts';
import { type Asked, type Question, searchAll } from './asked.ts';
import { surroundingsOf } from './links.ts';
import { clausesOf, exclusionsOf, oneOf, phraseClause } from './query.ts';
import { asHits, numberOf } from './replies.ts';
import { tailCandidates } from './tail.ts';

/** Merges an answer by words with the documents nearest in meaning, whose vectors are in the database. */
export async function findNear(
  asked: Asked,
  question: Question,
  queryVector: QueryVector,
  lexical: Answer,
  centres: Centres,
): Promise<Answer> {
  const { sql, collection, lake } = asked;
  const { hits } = lexical;
  const near = queryVector.foundOnly
    ? []
    : await sql.begin('isolation level repeatable read read only', (tx) =>
        nearestInScope(tx, collection, queryVector, lake.scope, (docs) => permitted(asked, question, docs)),
      );
  const compared = [...new Set([...hits.slice(0, mostCompared).map(({ docNo }) => docNo), ...near])];
  const around = await surroundingsOf(asked, compared);
  const docs = new Set(compared.flatMap((doc) => [doc, ...around.neighboursOf(doc)]));
  const likeness = await sql.begin('isolation level repeatable read read only', async (tx) => {
    const [newest] = await tx<{ docNo: number }[]>`
      select coalesce(max(doc_no), 0)::float8 as doc_no from search_embeddings
      where shelf = ${collection.collectionId} and model = ${queryVector.model}`;
    const centre = await centres.of(tx, queryVector, (newest?.docNo ?? 0) + 1);
    return await likenessTo(tx, collection.collectionId, queryVector, centre, [...docs]);
  });
  const alike = near.filter((doc) => (likeness.get(doc) ?? 0) > 0);
  const merged = mergeLikeness({ hits, near: alike, compared, queryVector }, likeness, around);
  return { ...lexical, ...mergedPage(merged, lexical.total, question) };
}

/** Those of some documents that the words and phrases of a query do not exclude. */
async function permitted(asked: Asked, { text, mode }: Question, docs: readonly number[]) {
  const parsed = parseQuery(text, mode);
  const not = exclusionsOf(parsed);
  if (docs.length === 0 || (not.length === 0 && parsed.phrases.length === 0)) return docs;
  const { tail, scope } = asked.lake;
  const waiting = new Map([...tail.documents].filter(([docNo]) => docs.includes(docNo)));
  // A place for each document: the term is of no interest.
  const here = tailCandidates(waiting, scope, parsed, [], true, new Set(waiting.keys()))
    .filter((one) => one.permitted)
    .map(({ docNo }) => docNo);
  const { filter } = clausesOf(scope);
  const [reply] = await searchAll(asked, [
    {
      ...asHits,
      sort: [{ doc: 'desc' }],
      size: docs.length,
      query: {
        bool: {
          filter: [oneOf('doc', docs), ...filter, ...parsed.phrases.map(phraseClause)],
          must_not: [...not, oneOf('doc', [...waiting.keys()])],
        },
      },
    },
  ]);
  return [...here, ...(reply?.hits.hits ?? []).map(numberOf)];
}
