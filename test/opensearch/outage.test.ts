import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { messages } from '../../src/db/conversations/collection.ts';
import { feedFigures } from '../../src/db/search/feed/figures.ts';
import { targetsOf } from '../../src/db/search/feed/targets.ts';
import { createLog } from '../../src/gateway/deps.ts';
import { type SearchThread, startSearchThread } from '../../src/gateway/search/index.ts';
import { reindex } from '../../src/gateway/search/opensearch/reindex.ts';
import search from '../../src/handlers/conversations/search.ts';
import storeMessages from '../../src/handlers/conversations/store-messages-bulk.ts';
import { converse } from '../db/search/support.ts';
import { call } from '../support/call.ts';
import { useLake } from '../support/lake.ts';
import { type Nodes, startNodes } from './node.ts';

/** Three nodes, of which one dies, all die, and one is slow to come back: no store fails and nothing is lost. */

const path = inject('openSearchClassPath');

describe.skipIf(!path)('a cluster of three nodes', () => {
  const lake = useLake();
  let cluster: Nodes;
  let thread: SearchThread;
  let conversation = '';
  let stored = 0;

  beforeAll(async () => {
    cluster = await startNodes(path, 3);
    thread = startSearchThread(
      { url: lake.url, language: 'english', cacheBytes: 1 << 20, logLevel: 'silent', cluster: cluster.urls },
      createLog('silent'),
    );
    lake.deps.search = thread;
    thread.begin();
    conversation = await converse(lake, ['The log of the lighthouse begins.']);
    stored = 1;
    await settled();
  });
  afterAll(async () => {
    await thread?.stop();
    await cluster?.stop();
  });

  /** Stores some messages; each must be acknowledged. */
  async function store(count: number): Promise<void> {
    const texts = Array.from({ length: count }, (_, i) => ({
      role: 'user',
      content: `lighthouse entry ${stored + i} ${randomUUID()}`,
    }));
    const reply = await call(storeMessages, { conversation_id: conversation, messages: texts }, lake.deps);
    expect(reply.message_ids ?? reply.messages).toHaveLength(count);
    stored += count;
  }
  const find = (query: string) => call(search, { query, mode: 'any', limit: 100 }, lake.deps);
  /** Waits until the cluster has everything. */
  const settled = () =>
    vi.waitFor(
      async () => {
        expect((await targetsOf(lake.db.sql, messages.collectionId)).map(({ live }) => live)).toEqual([true]);
        expect(await feedFigures(lake.db.sql)).toMatchObject({ waiting: 0, undeleted: 0, refused: 0 });
      },
      { timeout: 300_000, interval: 100 },
    );
  /** Everything is found in the index, and nothing waits. */
  const complete = async () => {
    await settled();
    const found = await find('lighthouse');
    expect(found).toMatchObject({ total: stored, total_is_exact: true });
    expect([found.message, found.pending]).toEqual([undefined, undefined]);
  };

  it('finds at once what was acknowledged, and goes on when one node is killed', async () => {
    await store(50);
    expect(await find('lighthouse')).toMatchObject({ total: stored });
    await settled();
    await cluster.nodes[0]?.kill();
    for (let i = 0; i < 5; i++) {
      await store(10);
      const { results, total, message } = await find('lighthouse');
      expect(results.length).toBeGreaterThan(0);
      // Until the others have noticed, the answer may lack a part, and then says so.
      if (message === undefined) expect(total).toBe(stored);
    }
    await complete();
    await cluster.nodes[0]?.start();
    await complete();
  });

  it('stores and answers while all nodes are gone, says so, and catches up', async () => {
    await Promise.all(cluster.nodes.map((node) => node.kill()));
    await store(40);
    const found = await find('lighthouse');
    expect(found.message).toContain('The search cluster does not answer.');
    expect(found).toMatchObject({ total_is_exact: false, total: stored });
    const newest = await find(`${stored - 1}`);
    expect(newest.results[0].content).toContain(`entry ${stored - 1} `);
    await Promise.all(cluster.nodes.map((node) => node.start()));
    await complete();
  });

  it('builds a new index beside the old one while searches and stores run', async () => {
    const [before] = await targetsOf(lake.db.sql, messages.collectionId);
    let running = true;
    const searches = (async () => {
      let count = 0;
      for (; running; count++) {
        const { total, message } = await find('lighthouse');
        expect([message, total >= 131]).toEqual([undefined, true]);
      }
      return count;
    })();
    const stores = (async () => {
      for (let i = 0; i < 10; i++) await store(5);
    })();
    const done = await reindex(
      lake.db.sql,
      cluster.urls,
      { language: 'english' },
      new AbortController().signal,
      () => undefined,
    );
    await stores;
    running = false;
    expect(await searches).toBeGreaterThan(0);
    expect(done.map(({ collection }) => collection)).toContain('messages');
    await complete();
    const [after] = await targetsOf(lake.db.sql, messages.collectionId);
    expect(after?.name).not.toBe(before?.name);
    expect(after?.alias).toBe(before?.alias);
  });
});
