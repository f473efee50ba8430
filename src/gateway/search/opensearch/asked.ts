import type { Pool } from '../../../db/postgres/connect.ts';
import type { LakeSnapshot } from '../../../db/search/candidates/snapshot.ts';
import type { Collection, Language } from '../../../db/search/collection/collection.ts';
import type { Query } from '../../../db/search/query.ts';
import type { Workspace } from '../../../db/search/score/workspace.ts';
import { type Cluster, ClusterError } from './cluster.ts';
import type { SearchReply } from './replies.ts';
import type { Search, StatisticsCache } from './statistics.ts';

/** What is known of a search before the cluster is asked. */
export type Found = {
  sql: Pool;
  collection: Collection<never>;
  language: Language;
  lake: LakeSnapshot;
  workspace: Workspace;
};

/** And where to ask. */
export type Asked = Found & { cluster: Cluster; alias: string; statistics: StatisticsCache };

/** A query without its filter, which has been resolved. */
export type Question = Omit<Query<never>, 'filter' | 'queryVector'>;

const searchTimeoutMs = 10_000;

/**
 * Runs searches of one index at the same time.
 *
 * @throws ClusterError when one of them failed altogether.
 */
export async function searchAll(
  { cluster, alias }: Pick<Asked, 'cluster' | 'alias'>,
  searches: readonly Search[],
): Promise<SearchReply[]> {
  const lines = searches.flatMap((search) => [{}, search]);
  const { responses } = await cluster.ask<{ responses: SearchReply[] }>('POST', `/${alias}/_msearch`, {
    lines,
    timeoutMs: searchTimeoutMs,
  });
  for (const { error, status = 200 } of responses) {
    if (!error) continue;
    const reason = error.reason ?? error.type ?? `status ${status}`;
    if (status === 404) throw new ClusterError('missing', reason);
    throw new ClusterError(status === 429 || status >= 500 ? 'busy' : 'refused', reason);
  }
  return responses;
}

/** Which part of the index did not answer, in a sentence. */
export function missingOf(replies: readonly SearchReply[]): string | undefined {
  const [worst] = replies.map(({ _shards }) => _shards).toSorted((a, b) => b.failed - a.failed);
  if (!worst || worst.failed === 0) return undefined;
  return `${worst.failed} of ${worst.total} parts of the search index did not answer.`;
}
