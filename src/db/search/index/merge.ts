import type { Pool } from '../../postgres/connect.ts';
import { lockCollection } from './flush.ts';

/**
 * Segments of one level that are merged into one of the next: a query reads at most 7 per level, and a posting is
 * rewritten once per level.
 */
const fanOut = 8;

/**
 * Merges segments when a level has enough of them, in one transaction and inside the server: postings and documents are
 * simply concatenated.
 *
 * @param least how many segments of a level are enough.
 * @returns false when there is nothing to merge or another process holds the lock.
 */
export function merge(sql: Pool, collectionId: number, least: number = fanOut): Promise<boolean> {
  return sql.begin(async (tx) => {
    if (!(await lockCollection(tx, collectionId))) return false;
    const [group] = await tx<{ level: number; segments: number[] }[]>`
      select level, (array_agg(seg order by seg))[1:${fanOut}] as segments from search_segments
      where shelf = ${collectionId} group by level having count(*) >= ${least} order by level limit 1`;
    if (!group) return false;
    const { level, segments } = group;
    await tx`select set_config('work_mem', '64MB', true)`;
    const [merged] = await tx<{ seg: number }[]>`
      insert into search_segments (shelf, level, parents, n_docs, docs)
      select ${collectionId}, ${level + 1}, ${segments}::int[], sum(n_docs), string_agg(docs, ''::bytea order by seg)
      from search_segments where shelf = ${collectionId} and seg = any(${segments}::int[])
      returning seg`;
    if (!merged) throw new Error('a segment was not returned by its own insert');
    await tx`
      insert into search_postings (shelf, seg, term, df, post, pos)
      select ${collectionId}, ${merged.seg}, term, sum(df),
             string_agg(post, ''::bytea order by seg), string_agg(pos, ''::bytea order by seg)
      from search_postings where shelf = ${collectionId} and seg = any(${segments}::int[])
      group by term`;
    await tx`delete from search_postings where shelf = ${collectionId} and seg = any(${segments}::int[])`;
    await tx`delete from search_segments where shelf = ${collectionId} and seg = any(${segments}::int[])`;
    return true;
  });
}
