import { inject } from 'vitest';
import { collections } from '../../src/db/collections.ts';
import type { Database } from '../../src/db/postgres/connect.ts';
import { targetsOf } from '../../src/db/search/feed/targets.ts';
import { flush } from '../../src/db/search/index/flush.ts';
import { createSearch, type Search } from '../../src/db/search/search.ts';
import { highlight } from '../../src/db/search/text/highlight.ts';
import { createLog } from '../../src/gateway/deps.ts';
import { newId } from '../../src/gateway/runtime/clock-and-ids.ts';
import { type Cluster, openCluster } from '../../src/gateway/search/opensearch/cluster.ts';
import { ClusterEngine } from '../../src/gateway/search/opensearch/engine.ts';
import { createFeeder } from '../../src/gateway/search/opensearch/feeder.ts';
import { createIndexes } from '../../src/gateway/search/opensearch/indexes.ts';

type TestLake = { db: Database };

export type OpenEngine = {
  search: Search;
  /** Brings all that waits into the index. */
  settle(): Promise<void>;
  close(): Promise<void>;
};
export type TestEngine = { name: string; open(lake: TestLake): Promise<OpenEngine> };

/** A busy machine must not make a search leave out what was just stored. */
const patientMs = 20_000;

/** The nodes of the run's OpenSearch; none where the run has none. */
export const openSearchNodes = (): string[] =>
  (inject('openSearch') ?? process.env.OPENSEARCH_URL ?? '').split(',').filter(Boolean);

export const embedded: TestEngine = {
  name: 'the embedded engine',
  async open(lake) {
    return {
      search: createSearch(lake.db.sql, { budgetMs: patientMs }),
      async settle() {
        for (const collection of collections)
          while ((await flush(lake.db.sql, collection, 'english', 4096)) > 0);
      },
      async close() {},
    };
  },
};

/** The parts of a search in a cluster, within this process. */
export async function openParts(lake: TestLake, nodes = openSearchNodes()) {
  const { sql } = lake.db;
  const cluster = await openCluster(nodes);
  const indexes = createIndexes(sql, cluster, newId);
  const options = { collections, language: 'english' as const };
  const feeder = createFeeder(sql, cluster, indexes, createLog('silent'), options);
  const engines = new Map(
    collections.map((collection) => [
      collection.collectionId,
      new ClusterEngine(sql, cluster, collection, {
        language: 'english',
        statementMs: 10_000,
        budgetMs: patientMs,
      }),
    ]),
  );
  const search: Search = {
    find: ({ collectionId }, query) => {
      const engine = engines.get(collectionId);
      if (!engine) throw new Error(`there is no collection ${collectionId}`);
      return engine.search(query as never); // of the collection that the id stands for
    },
    highlight,
  };
  return { sql, cluster, indexes, feeder, search };
}

export const openSearch: TestEngine = {
  name: 'OpenSearch',
  async open(lake) {
    const { feeder, search, cluster } = await openParts(lake);
    const settle = async () => {
      while (await feeder.step());
    };
    await settle();
    return {
      search,
      settle,
      async close() {
        await removeIndexes(lake, cluster);
        await cluster.close();
      },
    };
  },
};

async function removeIndexes({ db }: TestLake, cluster: Cluster): Promise<void> {
  for (const { name } of await targetsOf(db.sql)) await cluster.ask('DELETE', `/${name}`);
}

/** A search in the cluster that has been fed everything that was stored before. */
export async function openFed(lake: TestLake): Promise<{ search: Search; close(): Promise<void> }> {
  const { settle, search, close } = await openSearch.open(lake);
  return {
    search: {
      async find(collection, query) {
        await settle();
        return search.find(collection, query);
      },
      highlight,
    },
    close,
  };
}
