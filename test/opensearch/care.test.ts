import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../src/db/conversations/collection.ts';
import { feedDeletions, feedQueue } from '../../src/db/search/feed/feed.ts';
import { feedFigures } from '../../src/db/search/feed/figures.ts';
import { leaveClusters } from '../../src/db/search/feed/leave.ts';
import { targetsOf } from '../../src/db/search/feed/targets.ts';
import { flush } from '../../src/db/search/index/flush.ts';
import { createSearch } from '../../src/db/search/search.ts';
import { readConfig } from '../../src/gateway/config/env.ts';
import { checkSearchCluster } from '../../src/gateway/doctor/search-cluster.ts';
import { purgeDeleted } from '../../src/gateway/retention/run.ts';
import { bulkReceiver, writeAlias } from '../../src/gateway/search/opensearch/bulk.ts';
import { converse, removeMessages, texts } from '../db/search/support.ts';
import { useLake } from '../support/lake.ts';
import { openParts, openSearchNodes } from './engines.ts';

/** What an operator needs of a search cluster: proof of purges, refusals that are seen, indexes that come back. */

const nodes = openSearchNodes();
const nowhere = 'http://127.0.0.1:9';

describe.skipIf(nodes.length === 0)('a search cluster', () => {
  const lake = useLake();
  let parts: Awaited<ReturnType<typeof openParts>>;
  const settle = async () => {
    while (await parts.feeder.step());
  };
  const target = async () => {
    const [one] = await targetsOf(lake.db.sql, messages.collectionId);
    if (!one) throw new Error('there is no index of messages');
    return one;
  };
  const settings = (cluster: readonly string[]) => ({
    ...{ language: 'english' as const, dataDir: '/nonexistent', undoDays: 30, cluster },
  });
  const find = (query: string) => texts(lake, parts.search, query, 'any');
  const doctor = (url: string) =>
    checkSearchCluster(lake.db.sql, readConfig(url === '' ? {} : { DEWEY_SEARCH_URL: url }));

  beforeAll(async () => {
    parts = await openParts(lake);
    await settle();
  });
  afterAll(async () => {
    for (const { name } of await targetsOf(lake.db.sql)) await parts.cluster.ask('DELETE', `/${name}`);
    await parts.cluster.close();
  });

  it('has nothing left of what was purged, and the report proves it', async () => {
    const id = await converse(lake, ['The plumbago flowers.', 'It is blue.']);
    await settle();
    const count = async () => {
      const { name } = await target();
      const body = { query: { term: { terms: 'plumbago' } } };
      return (await parts.cluster.ask<{ count: number }>('POST', `/${name}/_count`, { body })).count;
    };
    expect(await count()).toBe(1);
    await lake.db.sql`update conversations set deleted_at = now() where id = ${id}`;
    const report = await purgeDeleted(
      lake.db.sql,
      settings(nodes),
      { conversationId: id },
      lake.deps.clock(),
    );
    expect(report?.purged.left).toMatchObject({ messages: 0, search_cluster: 0 });
    expect(await count()).toBe(0);
  });

  it('that does not answer leaves a purge unproved, and is purged later', async () => {
    const id = await converse(lake, ['The heliotrope turns.']);
    await settle();
    await lake.db.sql`update conversations set deleted_at = now() where id = ${id}`;
    const report = await purgeDeleted(
      lake.db.sql,
      settings([nowhere]),
      { conversationId: id },
      lake.deps.clock(),
    );
    expect(report?.purged.left).toMatchObject({ messages: 0, search_cluster: 1 });
    expect(await feedFigures(lake.db.sql)).toMatchObject({ undeleted: 1 });
    await settle();
    expect(await feedFigures(lake.db.sql)).toMatchObject({ undeleted: 0 });
  });

  it('never brings back a deleted document, however late it arrives', async () => {
    const id = await converse(lake, ['The oleander is poisonous.']);
    const [row] = await lake.db.sql<{ docNo: number }[]>`
      select doc_no from messages where conversation_id = ${id}`;
    const docNo = row?.docNo ?? 0;
    const one = await target();
    const late = {
      ...{ docNo, groupNo: 1, previous: null, beforePrevious: -1, at: 0, kind: 0, length: 2, flags: 1 },
      terms: new Map([['oleander', [0]]]),
    };
    await removeMessages(lake, lake.db.sql`m.doc_no = ${docNo}`);
    await feedDeletions(lake.db.sql, messages, bulkReceiver(parts.cluster));
    await bulkReceiver(parts.cluster).index([one], [late]);
    await settle();
    expect(await find('oleander')).toEqual([]);
  });

  it('that refuses a text does not hold up others, and the refusal is seen', async () => {
    const id = await converse(lake, ['The magnolia is refused.', 'The magnolia is taken.']);
    const [row] = await lake.db.sql<{ docNo: number }[]>`
      select doc_no from messages where conversation_id = ${id} and turn_number = 1`;
    const refused = row?.docNo;
    const receiver = bulkReceiver(parts.cluster);
    await feedQueue(lake.db.sql, messages, 'english', 100, {
      ...receiver,
      index: (targets, documents) =>
        receiver.index(
          targets,
          documents.map((one) => (one.docNo === refused ? { ...one, groupNo: 1e12 } : one)),
        ),
    });
    expect(await find('magnolia')).toEqual(['The magnolia is taken.']);
    expect(await feedFigures(lake.db.sql)).toMatchObject({ waiting: 0, refused: 1 });
    const [letter] = await lake.db.sql<{ docNo: number; reason: string }[]>`
      select doc_no, reason from search_dead_letters`;
    expect(letter).toMatchObject({ docNo: refused, reason: expect.stringContaining('mapper_parsing') });
    expect(await doctor(nodes.join(','))).toContainEqual(
      expect.objectContaining({ check: 'search refusals', status: 'warning' }),
    );
  });

  it('that lost its index is filled again from the database', async () => {
    await converse(lake, ['The camellia stays.']);
    await settle();
    const lost = await target();
    await parts.cluster.ask('DELETE', `/${lost.name}`);
    // The search says so and reads the texts.
    expect(
      await parts.search.find(messages, { text: 'camellia', mode: 'any', filter: {}, limit: 5, offset: 0 }),
    ).toMatchObject({ total: 1, missing: expect.stringContaining('has lost the index') });
    await converse(lake, ['The camellia grows.']);
    await expect(parts.feeder.step()).rejects.toMatchObject({ kind: 'missing' });
    parts.feeder.recheck();
    await settle();
    expect((await target()).name).not.toBe(lost.name);
    expect(
      await parts.search.find(messages, { text: 'camellia', mode: 'any', filter: {}, limit: 5, offset: 0 }),
    ).toMatchObject({ total: 2, totalIsExact: true });
    // What was refused before is in the new index.
    expect(await find('magnolia')).toHaveLength(2);
  });

  it('is checked by the doctor: that it answers, how far it is behind, and that it is named', async () => {
    expect(await doctor(nodes.join(','))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          check: 'search cluster',
          ok: true,
          detail: expect.stringMatching(/^OpenSearch \d/),
        }),
        expect.objectContaining({ check: 'search feed', ok: true }),
      ]),
    );
    expect(await doctor(nowhere)).toContainEqual(
      expect.objectContaining({ check: 'search cluster', ok: false }),
    );
    expect(await doctor('')).toEqual([
      expect.objectContaining({ ok: false, detail: expect.stringContaining('DEWEY_SEARCH_URL is not set') }),
    ]);
  });

  it('can be left for the embedded engine, which finds everything again', async () => {
    expect(await flush(lake.db.sql, messages, 'english', 1000)).toBe(0); // the queue is the cluster's
    const { targets, waiting } = await leaveClusters(lake.db.sql, messages);
    expect(targets).toHaveLength(1);
    expect(waiting).toBeGreaterThan(0);
    while ((await flush(lake.db.sql, messages, 'english', 1000)) > 0);
    expect(await texts(lake, createSearch(lake.db.sql), 'camellia', 'any')).toHaveLength(2);
    for (const name of targets) await parts.cluster.ask('DELETE', `/${name}`);
  });

  it('is named by addresses', () => {
    expect(() => readConfig({ DEWEY_SEARCH_URL: 'search-1:9200' })).toThrow(
      /DEWEY_SEARCH_URL: must be the addresses/,
    );
    expect(writeAlias('dewey-messages-1')).toBe('dewey-messages-1-feed');
  });
});
