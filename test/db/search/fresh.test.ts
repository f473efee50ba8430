import { describe, expect, it } from 'vitest';
import { appendMessages } from '../../../src/db/conversations/append.ts';
import { messages } from '../../../src/db/conversations/collection.ts';
import { connect } from '../../../src/db/postgres/connect.ts';
import { flush } from '../../../src/db/search/index/flush.ts';
import { purgeDeleted } from '../../../src/db/search/index/purge.ts';
import { createLoneSearch, createSearch, type Search } from '../../../src/db/search/search.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import search from '../../../src/handlers/conversations/search.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import updateConversation from '../../../src/handlers/conversations/update-conversation.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';
import { converse, freshSearch, removeMessages, retext, texts } from './support.ts';

const lake = useLake();

/** A reader that has loaded the index and one that must load it: both must see the same. */
let seen: Search | undefined;
const find = async (query: string, filter = {}) => {
  seen ??= freshSearch(lake);
  const known = await texts(lake, seen, query, 'any', filter);
  expect(await texts(lake, freshSearch(lake), query, 'any', filter)).toEqual(known);
  return known;
};
const flushAll = async () => {
  while ((await flush(lake.db.sql, messages, 'english', 4096)) > 0);
};

describe('a search', () => {
  it('finds a message as soon as its store is acknowledged, also by another process', async () => {
    const other = connect(lake.url);
    try {
      const { message_id } = await call(
        storeMessage,
        { role: 'user', content: 'a pangolin visits' },
        lake.deps,
      );
      const { hits } = await createSearch(other.sql).find(messages, {
        text: 'pangolin',
        mode: 'auto',
        filter: {},
        limit: 5,
        offset: 0,
      });
      const [row] = await lake.db.sql`select id from messages where doc_no = ${hits[0]?.docNo ?? -1}`;
      expect(row?.id).toBe(message_id);
    } finally {
      await other.close();
    }
  });

  it('follows deletion and restoration, before and after the flush', async () => {
    const conversation_id = await converse(lake, ['one giraffe'], { session_id: 'zoo' });
    expect(await find('giraffe')).toEqual(['one giraffe']);
    await flushAll();
    expect(await find('giraffe')).toEqual(['one giraffe']);
    await call(deleteConversation, { conversation_id, force: true }, lake.deps);
    expect(await find('giraffe')).toEqual([]);
    await lake.db.sql`update conversations set deleted_at = null where id = ${conversation_id}`;
    expect(await find('giraffe')).toEqual(['one giraffe']);
    await lake.db.sql`delete from conversations where id = ${conversation_id}`;
    expect(await find('giraffe')).toEqual([]);
  });

  it('finds a changed text by its new words only', async () => {
    const id = await converse(lake, ['an okapi alone'], {});
    await flushAll();
    await retext(lake, lake.db.sql`m.conversation_id = ${id}`, 'a tapir instead');
    expect(await find('okapi')).toEqual([]);
    expect(await find('tapir')).toEqual(['a tapir instead']);
    await flushAll();
    expect(await find('tapir')).toEqual(['a tapir instead']);
  });

  it('never finds texts that were rolled back, or deleted before they were flushed', async () => {
    const id = await converse(lake, ['one wombat']);
    await removeMessages(lake, lake.db.sql`m.conversation_id = ${id}`);
    const rolledBack = lake.db.sql.begin(async (tx) => {
      const message = {
        id: lake.deps.newId(),
        conversationId: id,
        role: 'user' as const,
        content: 'two wombats',
      };
      await appendMessages(tx, [message]);
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await find('wombat')).toEqual([]);
    await flushAll();
    expect(await find('wombat')).toEqual([]);
  });

  it('follows a conversation that moves to another session or project', async () => {
    const conversation_id = await converse(lake, ['the lemur file'], { session_id: 'old', project: 'first' });
    await flushAll();
    await call(updateConversation, { conversation_id, session_id: 'new', project: 'second' }, lake.deps);
    expect(await find('lemur', { sessionId: 'old' })).toEqual([]);
    expect(await find('lemur', { sessionId: 'new', project: 'second' })).toEqual(['the lemur file']);
  });

  it('does not stem a conversation in another language', async () => {
    await converse(lake, ['die Hasen, Hasenbraten'], { metadata: { search_language: 'german' } });
    await converse(lake, ['hares running'], {});
    for (const flushed of [false, true]) {
      if (flushed) await flushAll();
      expect(await find('Hasen')).toEqual(['die Hasen, Hasenbraten']);
      expect(await find('hare runs')).toEqual(['hares running']);
    }
  });

  it('keeps its order while messages are flushed, so that pages neither repeat nor skip', async () => {
    await converse(
      lake,
      Array.from({ length: 30 }, (_, i) => `ibex number ${i % 5}`),
    );
    const page = (offset: number) =>
      call(search, { query: 'ibex number 3', detail: 'full', limit: 10, offset }, lake.deps) as Promise<{
        results: { message_id: string; rank: number }[];
        total: number;
      }>;
    const before = [await page(0), await page(10), await page(20)].flatMap((p) => p.results);
    const first = await page(0);
    await flushAll();
    const after = [first, await page(10), await page(20)].flatMap((p) => p.results);
    expect(after).toEqual(before);
    expect(new Set(after.map((result) => result.message_id)).size).toBe(30);
    expect(first.total).toBe(30);
  });

  it('purges deleted messages from the index', async () => {
    const gone = await converse(
      lake,
      Array.from({ length: 900 }, (_, i) => `numbat ${i}`),
    );
    await converse(lake, ['numbat that stays']);
    await flushAll();
    const more = await converse(
      lake,
      Array.from({ length: 900 }, (_, i) => `numbat ${i}`),
    );
    await flushAll();
    await removeMessages(lake, lake.db.sql`m.conversation_id in (${gone}, ${more})`);
    expect(await purgeDeleted(lake.db.sql, messages, 'english')).toBeGreaterThan(0);
    expect(await find('numbat')).toEqual(['numbat that stays']);
    const [postings] = await lake.db.sql<{ n: number }[]>`
      select sum(df)::int as n from search_postings where term = 'numbat'`;
    expect(postings?.n).toBe(1);
    expect(await purgeDeleted(lake.db.sql, messages, 'english')).toBe(0);
  });
});

describe('while an import is ahead of the index', () => {
  it('finds an old message, reports how many are pending, and catches up by itself', async () => {
    await flushAll();
    await converse(lake, ['the only quokka']);
    const filler = Array.from({ length: 1000 }, (_, i) => `filler text ${i}`);
    for (let i = 0; i < 6; i++) await converse(lake, filler);
    await converse(lake, ['the newest quoll']);
    const query = { mode: 'any' as const, filter: {}, limit: 5, offset: 0 };

    const hurried = createSearch(lake.db.sql, { budgetMs: 0 });
    const near = await hurried.find(messages, { ...query, text: 'quoll' });
    expect(near.total).toBe(1);
    expect(near.pending).toBeGreaterThan(0);

    const patient = createSearch(lake.db.sql, { budgetMs: 60_000 });
    expect(await patient.find(messages, { ...query, text: 'quokka' })).toMatchObject({ total: 1 });
    expect(await patient.find(messages, { ...query, text: 'zeppelin' })).toMatchObject({
      total: 0,
      pending: 0,
    });

    const lone = createLoneSearch(lake.db.sql);
    await lone.find(messages, { ...query, text: 'quoll' });
    const settled = await lone.find(messages, { ...query, text: 'filler' });
    expect(settled).toMatchObject({ total: 6000, pending: 0 });
  });
});

describe('flushing', () => {
  it('is done by one process at a time, and loses or duplicates nothing while stores continue', async () => {
    await flushAll();
    const stores = Promise.all(
      Array.from({ length: 8 }, async (_, w) => {
        for (let i = 0; i < 25; i++)
          await call(storeMessage, { role: 'user', content: `axolotl ${w} ${i}` }, lake.deps);
      }),
    );
    const folders = Array.from({ length: 3 }, async () => {
      for (let i = 0; i < 20; i++) await flush(lake.db.sql, messages, 'english', 10);
    });
    await Promise.all([stores, ...folders]);
    await flushAll();
    const count = await call(search, { query: 'axolotl', mode: 'any' }, lake.deps);
    expect(count.total).toBe(200);
    const [postings] = await lake.db.sql<{ n: number }[]>`
      select sum(df)::int as n from search_postings where term = 'axolotl'`;
    expect(postings?.n).toBe(200);
  });
});
