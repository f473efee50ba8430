import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Appended, appendMessages, type NewMessage } from '../../../src/db/conversations/append.ts';
import { appendAt, nextTurn } from '../../../src/db/conversations/append-at.ts';
import { appendSingly, coalesceAppends } from '../../../src/db/conversations/batch-append.ts';
import { beginConversation } from '../../../src/db/conversations/conversations.ts';
import { connect, type Database } from '../../../src/db/postgres/connect.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let pools: Database[];
beforeAll(() => {
  pools = Array.from({ length: 3 }, () => connect(lake.url, { max: 4 }));
});
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

const begin = async (): Promise<string> => (await beginConversation(lake.db.sql, { id: randomUUID() })).id;
const message = (conversationId: string, fields: Partial<NewMessage> = {}): NewMessage => ({
  id: randomUUID(),
  conversationId,
  role: 'user',
  content: 'Hello',
  ...fields,
});
const turnOf = (result: Appended | undefined): number => {
  if (result?.status !== 'stored') throw new Error(`not stored: ${JSON.stringify(result)}`);
  return result.turn;
};
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);
const ascending = (turns: number[]): number[] => turns.sort((a, b) => a - b);

/** Expects the turns, counters and times of a conversation to be consistent. */
async function expectWhole(conversationId: string, count: number): Promise<void> {
  const rows = await lake.db.sql<{ turnNumber: number; backwards: boolean }[]>`
    select turn_number, created_at < lag(created_at) over (order by turn_number) as backwards
    from messages where conversation_id = ${conversationId} order by turn_number`;
  expect(rows.map((row) => row.turnNumber)).toEqual(upTo(count));
  expect(rows.filter((row) => row.backwards)).toEqual([]);
  const [head] = await lake.db.sql`
    select last_turn, message_count from conversation_heads where conversation_id = ${conversationId}`;
  expect(head).toEqual({ lastTurn: count, messageCount: count });
}

describe('turn numbers', () => {
  it('have no gaps or duplicates under concurrent writers of every kind, over several pools', async () => {
    const conversationId = await begin();
    const [a, b, c] = pools.map((pool) => pool.sql);
    if (!a || !b || !c) throw new Error('three pools');
    const coalesced = [coalesceAppends(a), coalesceAppends(b)];
    const writers = upTo(16).map((n) => async () => {
      const turns: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        const next = message(conversationId, { content: `${n}/${round}` });
        const coalescer = coalesced[n % 4];
        if (coalescer) turns.push(turnOf(await coalescer(next)));
        else if (n % 4 === 2) turns.push(turnOf(await appendSingly(c)(next)));
        else
          turns.push(
            ...(await c.begin((tx) => appendMessages(tx, [next, message(conversationId)]))).map(turnOf),
          );
      }
      // Messages that one writer stored in sequence have that order.
      expect(turns).toEqual(ascending([...turns]));
      return turns;
    });
    const turns = (await Promise.all(writers.map((write) => write()))).flat();
    expect(ascending(turns)).toEqual(upTo(200));
    await expectWhole(conversationId, 200);
  });

  it('follow the order of a batch for several conversations', async () => {
    const [one, two] = [await begin(), await begin()];
    const results = await appendMessages(
      lake.db.sql,
      [two, one, two, two, one].map((id, n) => message(id, { content: `${n}` })),
    );
    expect(results.map(turnOf)).toEqual([1, 1, 2, 3, 2]);
    const stored = await lake.db.sql`
      select content from messages where conversation_id = ${two} order by turn_number`;
    expect(stored.map((row) => row.content)).toEqual(['0', '2', '3']);
  });

  it('are assigned without deadlock to batches with the same conversations in opposite orders', async () => {
    const ids = await Promise.all(upTo(6).map(begin));
    const rounds = upTo(15).flatMap((n) =>
      pools.map((pool, p) => {
        const order = (n + p) % 2 ? ids : [...ids].reverse();
        return appendMessages(
          pool.sql,
          order.map((id) => message(id)),
        );
      }),
    );
    expect((await Promise.all(rounds)).flat().filter((result) => result.status !== 'stored')).toEqual([]);
    for (const id of ids) await expectWhole(id, 45);
  });

  it('given by the caller may leave a gap, after which counting continues, but are never duplicated', async () => {
    const conversationId = await begin();
    const attempts = await Promise.allSettled(
      upTo(8).map(() => appendAt(lake.db.sql, message(conversationId), 10)),
    );
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    expect(await nextTurn(lake.db.sql, conversationId)).toBe(11);
    const [stored] = await appendMessages(lake.db.sql, [message(conversationId)]);
    expect(turnOf(stored)).toBe(11);
    const [head] = await lake.db.sql`
      select last_turn, message_count from conversation_heads where conversation_id = ${conversationId}`;
    expect(head).toEqual({ lastTurn: 11, messageCount: 2 });
  });
});

describe('a batch', () => {
  it('is stored completely or not at all', async () => {
    const [one, two] = [await begin(), await begin()];
    const bad = message(two, { metadata: { deep: '\u0000' } });
    await expect(appendMessages(lake.db.sql, [message(one), bad, message(two)])).rejects.toThrow();
    await expectWhole(one, 0);
    await expectWhole(two, 0);
  });

  it('reports a missing or deleted conversation without affecting the others', async () => {
    const [there, deleted] = [await begin(), await begin()];
    await lake.db.sql`update conversation_heads set open = false where conversation_id = ${deleted}`;
    const results = await appendMessages(lake.db.sql, [
      message(randomUUID()),
      message(there),
      message(deleted),
    ]);
    expect(results.map((result) => result.status)).toEqual(['no_conversation', 'stored', 'no_conversation']);
    await expectWhole(there, 1);
    await expectWhole(deleted, 0);
  });

  it.each([1, 3])('of %i messages of one conversation keeps what is given with them', async (count) => {
    const conversationId = await begin();
    const given = upTo(count).map((n) =>
      message(conversationId, {
        content: `"${n}" \ud83d`,
        metadata: { n, half: '\ud83d' },
        createdAt: `2020-01-0${n}T00:00:00Z`,
      }),
    );
    const results = await appendMessages(lake.db.sql, given);
    expect(results).toEqual(
      upTo(count).map((n) => ({
        status: 'stored',
        id: given[n - 1]?.id,
        turn: n,
        createdAt: `2020-01-0${n}T00:00:00Z`,
      })),
    );
    const stored = await lake.db.sql`
      select content, metadata from messages where conversation_id = ${conversationId} order by turn_number`;
    expect([...stored]).toEqual(
      upTo(count).map((n) => ({ content: `"${n}" \ufffd`, metadata: { n, half: '\ufffd' } })),
    );
    const nowhere = await appendMessages(
      lake.db.sql,
      upTo(count).map(() => message('00000000-0000-4000-8000-000000000000')),
    );
    expect(nowhere).toEqual(upTo(count).map(() => ({ status: 'no_conversation' })));
  });

  // Where conversations are spread over nodes, a function stores them.
  it.skipIf(process.env.DEWEY_TEST_ON === 'citus')(
    'is not planned anew each time, however small',
    async () => {
      const ids = await Promise.all(upTo(40).map(begin));
      await lake.db.sql`analyze conversation_heads, conversation_catalogue, messages`;
      const single = connect(lake.url, { max: 1 });
      try {
        for (const size of [1, 2, 3])
          for (let n = 0; n < 8; n += 1)
            await appendMessages(
              single.sql,
              ids.slice(0, size).map((id) => message(id)),
            );
        for (let n = 0; n < 8; n += 1)
          await appendMessages(
            single.sql,
            upTo(2).map(() => message(ids[0] ?? '')),
          );
        const plans = await single.sql<{ customPlans: number; genericPlans: number }[]>`
        select custom_plans, generic_plans from pg_prepared_statements
        where statement like '%insert into messages%' and statement not like '%pg_prepared_statements%'`;
        // PostgreSQL plans the first five executions with their values, to compare.
        expect(plans.toSorted((a, b) => a.genericPlans - b.genericPlans)).toEqual([
          { customPlans: 5, genericPlans: 3 },
          { customPlans: 5, genericPlans: 3 },
          { customPlans: 5, genericPlans: 11 },
        ]);
      } finally {
        await single.close();
      }
    },
  );

  it('may mix new and already stored messages', async () => {
    const conversationId = await begin();
    const known = message(conversationId, { externalId: 'line-1' });
    await appendMessages(lake.db.sql, [known]);
    const results = await appendMessages(lake.db.sql, [
      message(conversationId, { externalId: 'line-2' }),
      message(conversationId, { externalId: 'line-1' }),
      message(conversationId, { externalId: 'line-1b' }),
    ]);
    expect(results).toMatchObject([
      { status: 'stored', turn: 2 },
      { status: 'duplicate', id: known.id, turn: 1, differs: false },
      { status: 'stored', turn: 3 },
    ]);
    await expectWhole(conversationId, 3);
  });
});
