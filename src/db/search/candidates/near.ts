import type { Sql } from '../../postgres/connect.ts';
import type { Collection, DocumentScope } from '../collection/collection.ts';
import { nearest, type QueryVector, signatureOf } from '../score/vectors.ts';
import { whereInScope } from './scope.ts';

/** How many of the nearest by signature are looked at, before and after filtering. */
const mostNear = 5000;
const mostKept = 300;

/**
 * The documents of a scope with the nearest embeddings, best first, without anything in memory. Where the scope names
 * documents or groups, these are compared; else the nearest of all that are in it.
 *
 * @param keep leaves out what the query excludes.
 */
export async function nearestInScope(
  tx: Sql,
  collection: Collection<never>,
  queryVector: QueryVector,
  scope: DocumentScope,
  keep: (docs: readonly number[]) => Promise<readonly number[]>,
): Promise<number[]> {
  const { collectionId } = collection;
  const signature = signatureOf(queryVector.vector);
  const narrow = scope.groups !== undefined || scope.docs !== undefined;
  const near = narrow
    ? tx`true`
    : tx`d.doc_no in (
        select doc_no from search_embeddings where shelf = ${collectionId} and model = ${queryVector.model}
        order by bit_count(signature # ${signature}::text::varbit), doc_no limit ${mostNear})`;
  const rows = await tx<{ docNo: number }[]>`
    select e.doc_no from (${collection.documents(tx)}) d
    join search_embeddings e on e.doc_no = d.doc_no and e.shelf = ${collectionId} and e.model = ${queryVector.model}
    where ${near} ${whereInScope(tx, scope)}
    order by bit_count(e.signature # ${signature}::text::varbit), e.doc_no limit ${mostKept}`;
  const kept = await keep(rows.map(({ docNo }) => docNo));
  const allowed = Int32Array.from(kept).sort();
  const found = await nearest(tx, collectionId, queryVector, allowed, Number.MAX_SAFE_INTEGER);
  return found.map(({ docNo }) => docNo);
}
