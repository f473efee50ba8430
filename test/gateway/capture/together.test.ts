import { afterEach, describe, expect, it } from 'vitest';
import type { CaptureBatch } from '../../../src/db/capture/batch.ts';
import { fullness } from '../../../src/db/capture/version.ts';
import { isSpread } from '../../../src/db/postgres/spread.ts';
import { together } from '../../../src/gateway/capture/messages/together.ts';
import { forget, storeOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const said = (id: string, content = `says ${id}`) => ({
  id,
  role: 'user' as const,
  content,
  metadata: {},
  fullness: fullness.record,
});
const batch = (key: string, ids: string[], more: Partial<CaptureBatch['source']> = {}): CaptureBatch => ({
  source: { key, metadata: { source: 'test' }, ...more },
  versions: ids.map((id) => said(id)),
  ordered: true,
});

/** Transactions that stored the messages there are; where these are spread over nodes, each node counts its own. */
const transactions = async () =>
  Number((await lake.db.sql`select count(distinct xmin::text) as n from messages`)[0]?.n);
const most = async () => ((await isSpread(lake.db.sql)) ? 3 : 1);

const conversations = () => lake.db.sql<{ key: string; turns: number[]; counted: number }[]>`
  select c.external_id as key, array_agg(m.turn_number order by m.turn_number) as turns,
         max(h.message_count)::int as counted
  from conversations c join messages m on m.conversation_id = c.id join conversation_heads h on h.conversation_id = c.id
  group by c.id order by 1`;

afterEach(() => forget(lake));

describe('batches that are put at once', () => {
  it('are stored in one transaction, each conversation as if it were alone', async () => {
    const store = storeOf(lake);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => store.put(batch(`c${n}`, [`${n}a`, `${n}b`, `${n}c`]))),
    );
    expect(outcomes.map(({ stored }) => stored)).toEqual(Array(40).fill(3));
    expect(await transactions()).toBeLessThanOrEqual(await most());
    const rows = await conversations();
    expect(rows).toHaveLength(40);
    for (const row of rows) expect(row).toMatchObject({ turns: [1, 2, 3], counted: 3 });
  });

  it('of one conversation keep their order', async () => {
    const store = storeOf(lake);
    const first = store.put(batch('c', ['a', 'b']));
    const second = store.put(batch('c', ['b', 'c']));
    const third = store.put({ ...batch('c', ['d']), retracted: ['a'] });
    expect((await Promise.all([first, second, third])).map(({ stored }) => stored)).toEqual([2, 1, 1]);
    const rows = await lake.db.sql`select external_id from messages order by turn_number`;
    expect(rows.map((row) => row.externalId)).toEqual(['b', 'c', 'd']);
    expect(await conversations()).toMatchObject([{ counted: 3 }]);
  });

  it('of which one cannot be stored fail for that one alone', async () => {
    const store = storeOf(lake);
    const ended = await Promise.allSettled([
      store.put(batch('before', ['a'])),
      store.put(batch('bad', ['b'], { conversationId: 'no uuid' })),
      store.put(batch('after', ['c'])),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await conversations()).map(({ key }) => key)).toEqual(['after', 'before']);
  });

  it('all fail at once while the database is away', async () => {
    let calls = 0;
    const put = together(() => {
      calls += 1;
      return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    });
    const ended = await Promise.allSettled([put(batch('a', ['a'])), put(batch('b', ['b']))]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toBe(1);
  });

  it('make a conversation before the one that it began, whichever was put first', async () => {
    const store = storeOf(lake);
    const parent = {
      key: 'parent',
      metadata: { source: 'test', own: true },
      startedAt: '2026-10-01T08:00:00Z',
    };
    const child = batch('child', ['b'], { parent: { key: 'parent' }, startedAt: '2026-10-01T09:00:00Z' });
    await Promise.all([store.put(child), store.put(batch('parent', ['a'], parent))]);
    const [began] = await lake.db.sql<{ id: string }[]>`
      select metadata ->> 'parent_conversation_id' as id from conversations where external_id = 'child'`;
    const [row] = await lake.db.sql`
      select metadata ->> 'own' as own, created_at as at from conversations where id = ${began?.id ?? ''}`;
    expect(row).toEqual({ own: 'true', at: '2026-10-01 08:00:00+00' });
  });

  it('may claim to have begun each other', async () => {
    const store = storeOf(lake);
    await Promise.all([
      store.put(batch('one', ['a'], { parent: { key: 'two' } })),
      store.put(batch('two', ['b'], { parent: { key: 'one' } })),
    ]);
    expect((await conversations()).map(({ key }) => key)).toEqual(['one', 'two']);
  });

  it('of one conversation under two keys do not take the same turn', async () => {
    const store = storeOf(lake);
    const conversationId = lake.deps.newId();
    const outcomes = await Promise.all([
      store.put(batch('one', ['a', 'b'], { conversationId })),
      store.put(batch('two', ['c'], { conversationId })),
    ]);
    expect(outcomes.map(({ stored }) => stored)).toEqual([2, 1]);
    expect(await conversations()).toMatchObject([{ turns: [1, 2, 3], counted: 3 }]);
    expect(await transactions()).toBeLessThanOrEqual(await most());
  });
});
