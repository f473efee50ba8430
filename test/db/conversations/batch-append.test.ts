import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewMessage } from '../../../src/db/conversations/append.ts';
import { type AppendMessage, coalesceAppends } from '../../../src/db/conversations/batch-append.ts';
import { beginConversation } from '../../../src/db/conversations/conversations.ts';
import { connect, type Database } from '../../../src/db/postgres/connect.ts';
import { isUnavailable } from '../../../src/db/postgres/errors.ts';
import { isRowAwaited } from '../../support/held.ts';
import { useLake } from '../../support/lake.ts';
import { eventually } from '../../support/waiting.ts';
import { type Way, wayTo } from '../../support/way.ts';

const lake = useLake();

const begin = async (): Promise<string> => (await beginConversation(lake.db.sql, { id: randomUUID() })).id;
const message = (conversationId: string, fields: Partial<NewMessage> = {}): NewMessage => ({
  id: randomUUID(),
  conversationId,
  role: 'user',
  content: 'Hello',
  ...fields,
});
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** How many transactions stored the messages of a conversation: rows of one commit share their `xmin`. */
async function commits(conversationId: string): Promise<number[]> {
  const rows = await lake.db.sql<{ n: number }[]>`
    select count(*)::int as n from messages where conversation_id = ${conversationId}
    group by xmin::text order by min(turn_number)`;
  return rows.map((row) => row.n);
}

/** Resolves when a statement waits for a lock. */
const blocked = () => eventually(() => isRowAwaited(lake));

describe('stores that arrive at the same time', () => {
  it('share a commit, and none waits for others', async () => {
    const conversationId = await begin();
    const append = coalesceAppends(lake.db.sql);
    const results = await Promise.all(times(50, () => append(message(conversationId))));
    expect(results.map((result) => result.status === 'stored' && result.turn)).toEqual(
      times(50, (i) => i + 1),
    );
    expect(await commits(conversationId)).toEqual([50]);
  });

  it('are limited in number and characters per commit; a longer message gets its own', async () => {
    const conversationId = await begin();
    const append = coalesceAppends(lake.db.sql, { messages: 4, characters: 1000 });
    const sizes = [1, 1, 1, 1, 1, 400, 400, 400, 5000, 900, 200];
    await Promise.all(sizes.map((size) => append(message(conversationId, { content: 'x'.repeat(size) }))));
    // 1 1 1 1; 1 400 400; 400 and not 5000 after it; 5000 alone; 900; 200
    expect(await commits(conversationId)).toEqual([4, 3, 1, 1, 1, 1]);
    const stored = await lake.db.sql`
      select length(content) as size from messages where conversation_id = ${conversationId} order by turn_number`;
    expect(stored.map((row) => row.size)).toEqual(sizes);
  });

  // Conversations that are spread over nodes have a statement each.
  it.skipIf(process.env.DEWEY_TEST_ON === 'citus')(
    'gather while a statement runs, and share the next one',
    async () => {
      const ids = await Promise.all(times(3, begin));
      const append = coalesceAppends(lake.db.sql, { patienceMs: 60_000 });
      const stored = await lake.db.sql.begin(async (tx) => {
        // The first statement waits for this lock.
        await tx`select from conversation_heads where conversation_id = ${ids[0] ?? ''} for update`;
        const first = append(message(ids[0] ?? ''));
        await blocked();
        return [first, ...times(20, (i) => append(message(ids[1 + (i % 2)] ?? '')))];
      });
      await Promise.all(stored);
      const [row] = await lake.db.sql`
      select count(distinct xmin::text)::int as n from messages where conversation_id in (${ids[1] ?? ''}, ${ids[2] ?? ''})`;
      expect(row).toEqual({ n: 1 });
    },
  );

  it.skipIf(process.env.DEWEY_TEST_ON === 'citus')(
    'are on their way to the database before those of the last statement are answered',
    async () => {
      const ids = await Promise.all(times(2, begin));
      let statements = 0;
      const sql = new Proxy(lake.db.sql, {
        apply(target, self, args: unknown[]) {
          if (String(args[0]).includes('insert into messages')) statements += 1;
          return Reflect.apply(target, self, args);
        },
      });
      const append = coalesceAppends(sql, { patienceMs: 60_000 });
      const answered = await lake.db.sql.begin(async (tx) => {
        await tx`select from conversation_heads where conversation_id = ${ids[0] ?? ''} for update`;
        const first = append(message(ids[0] ?? '')).then(() => statements);
        await blocked();
        return [first, append(message(ids[1] ?? '')).then(() => statements)];
      });
      expect(await Promise.all(answered)).toEqual([2, 2]);
    },
  );

  it('are not held up by a conversation that another writer has locked', async () => {
    const [locked = '', free = ''] = await Promise.all(times(2, begin));
    const append = coalesceAppends(lake.db.sql);
    const held = await lake.db.sql.begin(async (tx) => {
      await tx`select from conversation_heads where conversation_id = ${locked} for update`;
      const waits = append(message(locked, { content: 'first' }));
      await blocked();
      const alsoWaits = append(message(locked, { content: 'second' }));
      for (let turn = 1; turn <= 5; turn += 1)
        expect(await append(message(free))).toMatchObject({ status: 'stored', turn });
      return [waits, alsoWaits];
    });
    const turns = (await Promise.all(held)).map((result) => result.status === 'stored' && result.turn);
    expect(turns).toEqual([1, 2]);
  });

  it('fail alone when one of them cannot be stored', async () => {
    const conversationId = await begin();
    const append = coalesceAppends(lake.db.sql);
    const results = await Promise.allSettled(
      times(20, (i) => append(message(conversationId, i === 7 ? { metadata: { bad: '\u0000' } } : {}))),
    );
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(1);
    expect(results[7]?.status).toBe('rejected');
    const [row] = await lake.db.sql`
      select count(*)::int as n, max(turn_number) as last from messages where conversation_id = ${conversationId}`;
    expect(row).toEqual({ n: 19, last: 19 });
  });

  it('store one message per external id, within a batch, across batches and across pools', async () => {
    const conversationId = await begin();
    const other = connect(lake.url, { max: 2 });
    try {
      const writers = [
        coalesceAppends(lake.db.sql, { messages: 5 }),
        coalesceAppends(other.sql, { messages: 5 }),
      ];
      const sent = times(60, (i) =>
        (writers[i % 2] as AppendMessage)(message(conversationId, { externalId: `line-${i % 10}` })),
      );
      const results = await Promise.all(sent);
      expect(results.filter((result) => result.status === 'stored')).toHaveLength(10);
      const ids = results.map((result) => (result.status === 'no_conversation' ? '' : result.id));
      expect(new Set(ids).size).toBe(10);
      expect(ids).toEqual(times(60, (i) => ids[i % 10]));
      const [row] = await lake.db.sql`
        select last_turn, message_count from conversation_heads where conversation_id = ${conversationId}`;
      expect(row).toEqual({ lastTurn: 10, messageCount: 10 });
    } finally {
      await other.close();
    }
  });
});

describe('while the database is unavailable', () => {
  let way: Way;
  let db: Database;
  beforeAll(async () => {
    way = await wayTo(lake.url);
    await way.mend();
    db = connect(way.url, { max: 3 });
  });
  afterAll(async () => {
    await db.sql.end({ timeout: 0 });
    way.cut();
  });

  it('every waiting store fails at once with that reason, and the next one after recovery succeeds', async () => {
    const conversationId = await begin();
    const append = coalesceAppends(db.sql);
    await append(message(conversationId));

    way.cut();
    const failures = await Promise.allSettled(times(300, () => append(message(conversationId))));
    expect(failures.filter((failure) => failure.status === 'fulfilled')).toEqual([]);
    expect(failures.every((failure) => failure.status === 'rejected' && isUnavailable(failure.reason))).toBe(
      true,
    );

    // A long outage does not increase waiting times, neither during it nor afterwards.
    for (let attempt = 0; attempt < 15; attempt += 1)
      await expect(append(message(conversationId))).rejects.toThrow();

    await way.mend();
    const back = await append(message(conversationId));
    expect(back).toMatchObject({ status: 'stored', turn: 2 });
  });
});
