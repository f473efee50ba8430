import { afterAll, describe, expect, it } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { startSearchThread } from '../../../src/gateway/search/index.ts';
import { converse } from '../../db/search/support.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const query = { mode: 'any' as const, filter: {}, limit: 5, offset: 0 };
const started: { stop(): Promise<void> }[] = [];
const start = () => {
  const options = { url: lake.url, language: 'english' as const, cacheBytes: 1 << 20 };
  const thread = startSearchThread(options, createLog('silent'));
  started.push(thread);
  return thread;
};

/** Waits until nothing is pending; the test's own timeout is the limit. */
const allFolded = async () => {
  for (;;) {
    const [row] = await lake.db.sql<{ n: number }[]>`select count(*)::int as n from search_queue`;
    if (row?.n === 0) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('the search thread', () => {
  afterAll(() => Promise.all(started.map((thread) => thread.stop())));

  it('finds what was just stored and flushes pending documents by itself', async () => {
    const thread = start();
    await converse(
      lake,
      Array.from({ length: 400 }, (_, i) => `capybara ${i}`),
    );
    expect(await thread.find(messages, { ...query, text: 'capybara' })).toMatchObject({ total: 400 });
    thread.begin();
    await allFolded();
    expect(await thread.find(messages, { ...query, text: 'capybara' })).toMatchObject({
      total: 400,
      pending: 0,
    });
  });

  it('returns the failure of a query with its code, and continues', async () => {
    const thread = start();
    const broken = { ...query, text: 'capybara', filter: { startDate: 'never' } };
    await expect(thread.find(messages, broken)).rejects.toMatchObject({ code: '22007' });
    expect(await thread.find(messages, { ...query, text: 'capybara' })).toMatchObject({ total: 400 });
  });

  it('refuses queries once it has stopped', async () => {
    const thread = start();
    await thread.find(messages, { ...query, text: 'capybara' });
    await thread.stop();
    await expect(thread.find(messages, { ...query, text: 'capybara' })).rejects.toThrow('stopped');
  });
});
