import type { Pool } from '../../postgres/connect.ts';
import { settled } from '../../runtime/settled.ts';
import type { Collection, DocumentScope } from '../collection/collection.ts';
import type { Tail, TailDocuments } from './tail.ts';

/** What the database knows for a search in the cluster, at one moment. */
export type LakeSnapshot = {
  scope: DocumentScope;
  tail: TailDocuments;
  /** Deleted documents that the cluster may still have. */
  deleted: number[];
  /** The name that searches use; undefined until the first index is filled. */
  alias: string | undefined;
};

/**
 * Reads it in one snapshot, before the cluster is asked: what is not in the queue by then, the cluster finds.
 *
 * @param statementMs statement timeout.
 */
export function readSnapshot<Filter>(
  sql: Pool,
  collection: Collection<Filter>,
  filter: Filter,
  tail: Tail,
  statementMs: number,
): Promise<LakeSnapshot> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const timeout = tx`select set_config('statement_timeout', ${String(statementMs)}, true)`.execute();
    const state = tx<{ alias: string | null; deleted: number[] | null }[]>`
      select (select alias from search_targets where shelf = ${collection.collectionId} and live) as alias,
             (select array_agg(d) from search_deletions, unnest(doc_nos) d
              where shelf = ${collection.collectionId} and not fed) as deleted`;
    const [scope, documents, [row]] = await settled([
      collection.scope(tx, filter),
      tail.read(tx),
      state,
      timeout,
    ]);
    return { scope, tail: documents, deleted: row?.deleted ?? [], alias: row?.alias ?? undefined };
  });
}
