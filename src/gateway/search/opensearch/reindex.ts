import { setTimeout as delay } from 'node:timers/promises';
import { collections } from '../../../db/collections.ts';
import type { Pool } from '../../../db/postgres/connect.ts';
import type { Collection, Language } from '../../../db/search/collection/collection.ts';
import { fillTarget } from '../../../db/search/feed/feed.ts';
import { targetsOf } from '../../../db/search/feed/targets.ts';
import { newId } from '../../runtime/clock-and-ids.ts';
import { bulkReceiver } from './bulk.ts';
import { openCluster } from './cluster.ts';
import { createIndexes } from './indexes.ts';

const atATime = 1024;
/** While another process fills the same index. */
const waitMs = 500;

export type Reindexed = { collection: string; index: string };

/**
 * Builds the indexes of a cluster anew beside those that are searched, and switches each when it is full. Stores and
 * searches go on; what is stored meanwhile goes to both. Can be interrupted at any time and run again: it goes on where it
 * was.
 *
 * @param progress told the number of the last document that was sent.
 */
export async function reindex(
  sql: Pool,
  nodes: readonly string[],
  { language }: { language: Language },
  signal: AbortSignal,
  progress: (collection: Collection<never>, docNo: number) => void,
): Promise<Reindexed[]> {
  const cluster = await openCluster(nodes);
  const indexes = createIndexes(sql, cluster, newId);
  const receiver = bulkReceiver(cluster);
  const done: Reindexed[] = [];
  try {
    for (const collection of collections) {
      const beside = (await targetsOf(sql, collection.collectionId)).find(({ live }) => !live);
      const target = beside ?? (await indexes.begin(collection));
      while (target && !signal.aborted) {
        const last = await fillTarget(sql, collection, language, target, atATime, receiver);
        if (typeof last === 'number') progress(collection, last);
        else if (last === undefined) {
          await indexes.switchTo(target);
          done.push({ collection: collection.name, index: target.name });
          break;
        } else if (
          (await targetsOf(sql, collection.collectionId)).some((one) => one.name === target.name && !one.live)
        )
          await delay(waitMs);
        else break; // another process has finished it
      }
      if (signal.aborted) break;
    }
    return done;
  } finally {
    await cluster.close();
  }
}
