import type { Sql } from '../../postgres/connect.ts';

export type FeedFigures = {
  /** Documents that wait to be sent. */
  waiting: number;
  /** Seconds since the oldest of them was stored. */
  lagSeconds: number;
  /** Deleted documents that the cluster still has. */
  undeleted: number;
  /** Documents that the cluster refused. */
  refused: number;
};

/** How far the search cluster is behind the lake. */
export async function feedFigures(sql: Sql): Promise<FeedFigures> {
  const [row] = await sql<FeedFigures[]>`
    select * from
      (select coalesce(sum(cardinality(doc_nos)), 0)::float8 as waiting,
              coalesce(extract(epoch from now() - min(queued_at)), 0)::float8 as lag_seconds from search_queue) q,
      (select coalesce(sum(cardinality(doc_nos)), 0)::float8 as undeleted from search_deletions where not fed) d,
      (select count(*)::float8 as refused from search_dead_letters) r`;
  if (!row) throw new Error('the figures of the search queue were not returned');
  return row;
}
