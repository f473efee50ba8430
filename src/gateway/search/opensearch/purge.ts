import { collections } from '../../../db/collections.ts';
import type { Pool } from '../../../db/postgres/connect.ts';
import { feedDeletions } from '../../../db/search/feed/feed.ts';
import { deletedDocuments, targetsOf, unfedDeletions } from '../../../db/search/feed/targets.ts';
import { bulkReceiver } from './bulk.ts';
import { type Cluster, ClusterError, openCluster } from './cluster.ts';
import { oneOf } from './query.ts';

/** Documents looked for at a time. */
const atATime = 50_000;
const mergeTimeoutMs = 600_000;

/**
 * Removes deleted documents from a cluster, with their words, and looks for them there.
 *
 * @returns how many are left: those found, and those that could not be removed because the cluster does not answer; they
 * are removed as soon as it does.
 */
export async function purgeCluster(sql: Pool, nodes: readonly string[]): Promise<number> {
  const cluster = await openCluster(nodes);
  try {
    return await purge(sql, cluster);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return Math.max(1, await unfedDeletions(sql));
  } finally {
    await cluster.close();
  }
}

async function purge(sql: Pool, cluster: Cluster): Promise<number> {
  const receiver = bulkReceiver(cluster);
  let left = 0;
  for (const collection of collections) {
    while ((await feedDeletions(sql, collection, receiver)) > 0);
    const targets = await targetsOf(sql, collection.collectionId);
    const gone = await deletedDocuments(sql, collection.collectionId);
    for (const { name } of targets) {
      // The words of a deleted document stay in its segment until that is merged; the cluster may put it off.
      const query = { only_expunge_deletes: true };
      await cluster.ask('POST', `/${name}/_forcemerge`, { query, timeoutMs: mergeTimeoutMs });
      await cluster.ask('POST', `/${name}/_refresh`);
      for (let i = 0; i < gone.length; i += atATime) {
        const body = { query: oneOf('doc', gone.slice(i, i + atATime)) };
        left += (await cluster.ask<{ count: number }>('POST', `/${name}/_count`, { body })).count;
      }
    }
  }
  return left + (await unfedDeletions(sql));
}
