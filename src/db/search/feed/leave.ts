import type { Pool } from '../../postgres/connect.ts';
import type { Collection } from '../collection/collection.ts';
import { feedLock } from './targets.ts';

/** Documents named by one row of the queue. */
const documentsARow = 1000;

/**
 * Begins the embedded index of a collection anew: all its documents wait to be indexed, and no search cluster is fed any
 * longer. Searches find what is indexed by then, and report how much waits.
 *
 * @returns the indexes that were fed until now, and how many documents wait.
 */
export function leaveClusters(
  sql: Pool,
  collection: Collection<never>,
): Promise<{ targets: string[]; waiting: number }> {
  const { collectionId } = collection;
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${feedLock}, ${collectionId})`;
    const targets = await tx<{ name: string }[]>`
      delete from search_targets where shelf = ${collectionId} returning name`;
    await tx`delete from search_dead_letters where shelf = ${collectionId}`;
    await tx`delete from search_queue where shelf = ${collectionId}`;
    await tx`delete from search_postings where shelf = ${collectionId}`;
    await tx`delete from search_segments where shelf = ${collectionId}`;
    const [row] = await tx<{ waiting: number }[]>`
      with queued as (
        insert into search_queue (shelf, doc_nos)
        select ${collectionId}, array_agg(p.doc_no order by p.doc_no) from (
          select d.doc_no, d.doc_no / ${documentsARow}::int as part from (${collection.documents(tx)}) d) p
        group by p.part order by p.part
        returning cardinality(doc_nos) as n
      )
      select coalesce(sum(n), 0)::float8 as waiting from queued`;
    return { targets: targets.map(({ name }) => name), waiting: row?.waiting ?? 0 };
  });
}
