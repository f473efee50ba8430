import { setTimeout as delay } from 'node:timers/promises';
import { collections } from '../src/db/collections.ts';
import { messages } from '../src/db/conversations/collection.ts';
import { createSearch, type Search } from '../src/db/conversations/search.ts';
import { connect, type Database } from '../src/db/postgres/connect.ts';
import { type Target, targetsOf } from '../src/db/search/feed/targets.ts';
import { highlight } from '../src/db/search/text/highlight.ts';
import { createDeps, createLog } from '../src/gateway/deps.ts';
import { newId } from '../src/gateway/runtime/clock-and-ids.ts';
import { openCluster } from '../src/gateway/search/opensearch/cluster.ts';
import { ClusterEngine } from '../src/gateway/search/opensearch/engine.ts';
import { createFeeder } from '../src/gateway/search/opensearch/feeder.ts';
import { createIndexes } from '../src/gateway/search/opensearch/indexes.ts';
import { corpus } from './corpus.ts';
import { questionsOf, readDialogues, storeDialogues } from './dialogues.ts';
import { ours, score } from './search-quality.ts';
import { diskSizes, flushAll, storeMade, timeQueries, wordClasses } from './search-scale.ts';
import { type Bench, rounded, scratchLake, table } from './support.ts';

/**
 * The embedded engine beside an OpenSearch cluster (`--nodes=http://127.0.0.1:9200`), on the same lakes: how well both find
 * the evidence of a data set in the format of LoCoMo (`--data=path`), and how fast they are, and how large, over a growing
 * lake (`--sizes=100000`).
 */
export const searchCluster: Bench = {
  name: 'search-cluster',
  async run({ nodes, data, sizes = '100000' }) {
    if (nodes === undefined) {
      process.stdout.write('\nSkipped: name the nodes of an OpenSearch cluster with --nodes=http://….\n');
      return;
    }
    if (data !== undefined) await withLake((db) => quality(db, nodes.split(','), data));
    if (sizes !== '0') await withLake((db) => scale(db, nodes.split(','), sizes.split(',').map(Number)));
  },
};

async function withLake(work: (db: Database) => Promise<void>): Promise<void> {
  const lake = await scratchLake();
  const db = connect(lake.url);
  try {
    await work(db);
  } finally {
    await db.close();
    await lake.end();
  }
}

async function openFed({ sql }: Database, nodes: readonly string[]) {
  const cluster = await openCluster(nodes);
  const feeder = createFeeder(sql, cluster, createIndexes(sql, cluster, newId), createLog('warn'), {
    collections: collections.filter(({ collectionId }) => collectionId === messages.collectionId),
    language: 'english',
  });
  const engine = new ClusterEngine(sql, cluster, messages, {
    language: 'english',
    statementMs: 10_000,
    budgetMs: 400,
  });
  // Only messages are searched here.
  const search: Search = { find: (_, query) => engine.search(query as never), highlight };
  const settle = async () => {
    while (await feeder.step());
  };
  const bytes = async (): Promise<number> => {
    const [target] = await targetsOf(sql, messages.collectionId);
    const { name } = target as Target;
    await cluster.ask('POST', `/${name}/_forcemerge`, {
      query: { max_num_segments: 1 },
      timeoutMs: 3_600_000,
    });
    await cluster.ask('POST', `/${name}/_flush`);
    await delay(1000);
    const stats = await cluster.ask<{ _all: { primaries: { store: { size_in_bytes: number } } } }>(
      'GET',
      `/${name}/_stats/store`,
    );
    return stats._all.primaries.store.size_in_bytes;
  };
  const close = async () => {
    for (const { name } of await targetsOf(sql)) await cluster.ask('DELETE', `/${name}`);
    await cluster.close();
  };
  return { search, settle, bytes, close };
}

async function quality(db: Database, nodes: readonly string[], data: string): Promise<void> {
  const dialogues = readDialogues(data);
  await storeDialogues(createDeps(db, createLog('silent')), dialogues);
  await flushAll(db);
  const asked = questionsOf(dialogues);
  const fed = await openFed(db, nodes);
  await fed.settle();
  const rows: Record<string, string | number>[] = [];
  for (const mode of ['auto', 'any'] as const) {
    const [name, embedded] = ours(db, mode);
    rows.push(...(await score(`embedded, ${name}`, embedded, asked)));
    const [, cluster] = ours(db, mode, fed.search);
    rows.push(...(await score(`OpenSearch, ${name}`, cluster, asked)));
  }
  await fed.close();
  table(`Finding evidence: ${asked.length} questions, R@5 / R@10 / R@20, MRR`, rows);
}

async function scale(db: Database, nodes: readonly string[], sizes: readonly number[]): Promise<void> {
  const source = corpus(1);
  let stored = 0;
  for (const size of sizes) {
    const storing = performance.now();
    await storeMade(db, source, size - stored);
    const flushing = performance.now();
    await flushAll(db);
    const flushed = performance.now();
    const added = size - stored;
    stored = size;
    const classes = await wordClasses(db, size);
    const own = createSearch(db.sql);
    const fed = await openFed(db, nodes);
    const begun = performance.now();
    await fed.settle();
    const filling = (performance.now() - begun) / 1000;
    process.stdout.write(`\n${size} messages: filled OpenSearch in ${Math.round(filling)} s\n`);
    const rows: Record<string, string | number>[] = [];
    for (const [words, queries] of Object.entries(classes)) {
      const mode = words.startsWith('phrase') ? 'phrase' : 'auto';
      const a = await timeQueries(db, own, queries, mode);
      const b = await timeQueries(db, fed.search, queries, mode);
      rows.push({
        words,
        matches: a.matches,
        'embedded p50': a.p50,
        'embedded p95': a.p95,
        'OpenSearch p50': b.p50,
        'OpenSearch p95': b.p95,
        'best p50, both': `${a['best p50']} / ${b['best p50']}`,
        load: b.load,
      });
    }
    table(`${size.toLocaleString('en')} messages, milliseconds a search of 20 results`, rows);
    const disk = await diskSizes(db);
    const processMB = Math.round(process.memoryUsage().rss / 1e6);
    const bytes = await fed.bytes();
    table('Space and filling', [
      {
        messages: size,
        'texts, bytes a message': rounded((disk['messages MB'] * 1e6) / size, 0),
        'embedded index, bytes a message': rounded(
          ((disk['postings MB'] + disk['segments MB']) * 1e6) / size,
          0,
        ),
        'OpenSearch index, bytes a message': rounded(bytes / size, 0),
        'stored a second': Math.round((added * 1000) / (flushing - storing)),
        'embedded index, filled a second': Math.round((added * 1000) / (flushed - flushing)),
        'OpenSearch, filled a second': Math.round(size / filling),
        'process MB': processMB,
      },
    ]);
    await fed.close();
    await db.sql`delete from search_targets`;
  }
}
