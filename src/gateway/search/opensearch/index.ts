import { collections } from '../../../db/collections.ts';
import type { Pool } from '../../../db/postgres/connect.ts';
import type { Collection, Language } from '../../../db/search/collection/collection.ts';
import { searchDefaults } from '../../../db/search/search.ts';
import type { Log } from '../../../handlers/tool/deps.ts';
import { newId } from '../../runtime/clock-and-ids.ts';
import type { ThreadEngine } from '../engine/thread-engine.ts';
import { openCluster } from './cluster.ts';
import { ClusterEngine } from './engine.ts';
import { createFeeder } from './feeder.ts';
import { createIndexes } from './indexes.ts';

/** The engine of an OpenSearch cluster, which is fed from here. */
export async function openClusterEngine(
  sql: Pool,
  nodes: readonly string[],
  options: { language: Language; statementMs?: number },
  log: Log,
): Promise<ThreadEngine> {
  const cluster = await openCluster(nodes);
  const { language, statementMs = searchDefaults.statementMs } = options;
  const engineOptions = { language, statementMs, budgetMs: searchDefaults.budgetMs };
  const engines = new Map<number, ClusterEngine<never>>();
  const engineOf = (collection: Collection<never>) => {
    const known = engines.get(collection.collectionId);
    const engine = known ?? new ClusterEngine(sql, cluster, collection, engineOptions);
    engines.set(collection.collectionId, engine);
    return engine;
  };
  const feeder = createFeeder(sql, cluster, createIndexes(sql, cluster, newId), log, {
    collections,
    language,
  });
  return {
    find: (collection, query) => engineOf(collection).search(query),
    maintain: (signal) => feeder.run(signal),
    figures: () => feeder.figures,
    close: () => cluster.close(),
  };
}
