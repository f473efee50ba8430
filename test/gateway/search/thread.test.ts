import { EventEmitter, once } from 'node:events';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { type Search, searchMessages } from '../../../src/db/conversations/search.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { startSearchThread } from '../../../src/gateway/search/index.ts';
import { converse } from '../../db/search/support.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const query = { mode: 'any' as const, filter: {}, limit: 5, offset: 0 };
const started: { stop(): Promise<void> }[] = [];
const start = () => {
  const options = {
    url: lake.url,
    language: 'english' as const,
    cacheBytes: 1 << 20,
    logLevel: 'silent' as const,
  };
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

  it('does not hold up those who store while it waits for a lock itself', async () => {
    const thread = start();
    const signals = new EventEmitter();
    const [locked, released] = [once(signals, 'locked'), once(signals, 'released')];
    const holding = lake.db.sql.begin(async (tx) => {
      await tx`lock table search_segments in access exclusive mode`;
      signals.emit('locked');
      await released;
    });
    await locked;
    // A search waits for the same lock, until its time is up.
    const searched = thread.find(messages, { ...query, text: 'numbat' }).then(
      () => 'found',
      () => 'gave up',
    );
    const followed = thread.keepUp?.(messages, 1000).then(() => 'followed');
    expect(await Promise.race([searched, followed])).toBe('followed');
    signals.emit('released');
    await holding;
    await searched;
  });

  it('returns the failure of a query with its code, and continues', async () => {
    const thread = start();
    const broken = { ...query, text: 'capybara', filter: { startDate: 'never' } };
    await expect(thread.find(messages, broken)).rejects.toMatchObject({ code: '22007' });
    expect(await thread.find(messages, { ...query, text: 'capybara' })).toMatchObject({ total: 400 });
  });

  it('makes the snippets of hits, of long texts too, so that the gateway tokenises nothing', async () => {
    const thread = start();
    const long = `${'lorem ipsum '.repeat(5000)}the okapi sleeps`;
    await converse(lake, ['An okapi by the river', long]);
    const asked = {
      query: 'okapi',
      mode: 'any' as const,
      limit: 5,
      offset: 0,
      maxCharacters: 9,
      explain: false,
    };
    const { hits } = await searchMessages(lake.db.sql, thread, asked);
    expect(hits.map(({ snippet }) => snippet).sort()).toEqual([
      'An **okapi** by the river',
      expect.stringMatching(/^….*the \*\*okapi\*\* sleeps$/),
    ]);
    // They are what the thread says, not what is made here.
    const highlight: Search['highlight'] = async (query, texts) => {
      const { words, snippets } = await thread.highlight(query, texts);
      return {
        words,
        snippets: snippets.map((one) => ({ ...one, text: 'from the thread', missing: [] })),
      };
    };
    const marked = await searchMessages(lake.db.sql, { find: thread.find, highlight }, asked);
    expect(marked.hits.map(({ snippet }) => snippet)).toEqual(['from the thread', 'from the thread']);
  });

  it('says that its thread failed, and stops nevertheless', async () => {
    const failures: object[] = [];
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (fields: object) => failures.push(fields),
    };
    const unusable = {
      url: 'no address',
      language: 'english' as const,
      cacheBytes: 1,
      logLevel: 'silent' as const,
    };
    const thread = startSearchThread(unusable, log);
    // Short texts do not need the thread, long ones are not read on the event loop.
    const asked = { text: 'capybara', mode: 'any' as const };
    const short = await thread.highlight(asked, ['a capybara sleeps']);
    expect(short.snippets.map(({ text }) => text)).toEqual(['a **capybara** sleeps']);
    await expect(thread.highlight(asked, ['a capybara sleeps '.repeat(1000)])).rejects.toMatchObject({
      code: 'thread_ended',
    });
    await expect(thread.find(messages, { ...query, text: 'capybara' })).rejects.toMatchObject({
      code: 'thread_ended',
    });
    thread.begin();
    await vi.waitUntil(() => failures.length > 0, 20_000);
    expect(failures[0]).toMatchObject({ err: { code: 'thread_ended' } });
    await thread.stop();
  });

  it('refuses queries once it has stopped', async () => {
    const thread = start();
    await thread.find(messages, { ...query, text: 'capybara' });
    await thread.stop();
    await expect(thread.find(messages, { ...query, text: 'capybara' })).rejects.toThrow('stopped');
  });
});
