import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../src/db/postgres/connect.ts';
import { mcpClient, restClient, type ToolClient } from '../support/clients.ts';
import { useDataDirs } from '../support/datadir.ts';
import { cloneDatabase } from '../support/lake.ts';
import { missingPgBouncer, pgBouncer } from '../support/pgbouncer.ts';
import { type Running, serve } from '../support/process.ts';
import { TestSocket } from '../support/socket.ts';
import { eventually } from '../support/waiting.ts';

// Real processes start and stop here, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const dataDir = useDataDirs();
const missing = await missingPgBouncer();

const clients = 32;
const messagesEach = 6;

describe.each([
  { name: 'on one database', pooled: false },
  { name: `through PgBouncer, by transaction${missing ? ` (skipped: ${missing})` : ''}`, pooled: true },
])('two gateways $name', ({ pooled }) => {
  const skipped = pooled && missing !== undefined;
  let direct = '';
  let gateways: (Running & { url: string })[] = [];
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    if (skipped) return;
    const empty = await cloneDatabase('template0');
    ends.push(empty.drop);
    direct = empty.url;
    let url = direct;
    if (pooled) {
      const pooler = await pgBouncer(direct);
      ends.push(pooler.stop);
      url = pooler.url;
    }
    // Both find an empty database and migrate it at the same moment.
    const env = async () => ({
      DATABASE_URL: url,
      DEWEY_DATA_DIR: await dataDir(),
      DEWEY_DECISION_LIMITS: 'off',
      DEWEY_LIMITS: 'requests=100000',
      DEWEY_LOG_LEVEL: 'error',
      ...(pooled ? { DEWEY_LISTEN_URL: direct } : {}),
    });
    gateways = await Promise.all([serve(await env()), serve(await env())]);
    ends.push(...gateways.map((gateway) => () => gateway.end()));
  });

  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  const urlOf = (n: number): string => gateways[n % gateways.length]?.url ?? '';

  it.skipIf(skipped)(
    'number the turns of 32 clients without a gap, and all of them read the same',
    async () => {
      const { conversation_id } = await restClient(urlOf(0)).call('dewey_begin_conversation', {});
      const made = await Promise.all(
        Array.from(
          { length: clients },
          (_, n): Promise<ToolClient> => mcpClient(n % 4 < 2 ? 'ws' : 'http', urlOf(n)),
        ),
      );
      const turns = new Map<number, string>();
      await Promise.all(
        made.map(async (client, n) => {
          for (let m = 0; m < messagesEach; m += 1) {
            const message = { conversation_id, role: 'user', content: `${n}/${m}`, external_id: `${n}/${m}` };
            const stored = await client.call('dewey_store_message', message);
            turns.set(stored.turn_number, message.content);
            // The same message again through the other gateway is stored once.
            if (m === 0)
              expect(await restClient(urlOf(n + 1)).call('dewey_store_message', message)).toMatchObject({
                message_id: stored.message_id,
                turn_number: stored.turn_number,
              });
          }
        }),
      );
      const all = Array.from({ length: clients * messagesEach }, (_, i) => i + 1);
      expect([...turns.keys()].sort((a, b) => a - b)).toEqual(all);
      for (const n of [0, 1]) {
        const { messages } = await restClient(urlOf(n)).call('dewey_get_conversation', {
          conversation_id,
          max_chars: 1_000_000,
          limit: 1000,
        });
        expect(messages.map((message: { turn: number }) => message.turn)).toEqual(all);
        for (const { turn, content } of messages) expect(content).toBe(turns.get(turn));
      }
      await Promise.all(made.map((client) => client.close()));
    },
  );

  it.skipIf(skipped)('notify subscribers of writes at the other one, which finds them at once', async () => {
    const socket = await TestSocket.open(urlOf(1));
    await socket.request('resources/subscribe', { uri: 'dewey://contexts/active' });
    await restClient(urlOf(0)).call('dewey_set_startup_context', {
      name: 'shared',
      content: 'Both know it.',
    });
    await socket.frame((frame) => frame.method === 'notifications/resources/updated');
    expect(await restClient(urlOf(1)).call('dewey_get_startup_context', {})).toMatchObject({
      content: 'Both know it.',
    });
    await socket.close();
    const { conversation_id } = await restClient(urlOf(0)).call('dewey_begin_conversation', {});
    await restClient(urlOf(0)).call('dewey_store_message', {
      conversation_id,
      role: 'user',
      content: 'A heron stood in the reading room.',
    });
    const { results } = await restClient(urlOf(1)).call('dewey_search', { query: 'heron reading room' });
    expect(results[0]).toMatchObject({ conversation_id });
  });

  it.skipIf(skipped)('share the counts of one client', async () => {
    const db = connect(direct, { max: 1 });
    const count = async (): Promise<number> =>
      (await db.sql`select used from limit_counts where client = 'address:127.0.0.1' and ends_at > now()`)[0]
        ?.used ?? 0;
    const ask = async (n: number, times: number) => {
      for (let m = 0; m < times; m += 1) await restClient(urlOf(n)).call('dewey_list_conversations', {});
    };
    // A minute may end in between.
    await eventually(async () => {
      await Promise.all([ask(0, 10), ask(1, 10)]);
      const before = await eventually(count);
      await Promise.all([ask(0, 10), ask(1, 10)]);
      return eventually(async () => (await count()) >= before + 20, 5000).catch(() => false);
    });
    await db.close();
  });

  it.skipIf(skipped)('leave one active context and one outcome, however many clients compete', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `context ${n}`);
    await Promise.all(
      names.map((name, n) => restClient(urlOf(n)).call('dewey_set_startup_context', { name, content: name })),
    );
    const decision = { statement: 'Use two gateways for the lake', alternatives: ['One'], confidence: 0.7 };
    const { decision_id } = await restClient(urlOf(0)).call('membria_capture_decision', decision);
    const outcome = { decision_id, final_status: 'success', final_score: 1 };
    const results = await Promise.allSettled(
      [0, 1, 2, 3].map((n) => restClient(urlOf(n)).call('membria_record_outcome', outcome)),
    );
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    const db = connect(direct, { max: 1 });
    expect(await db.sql`select from startup_contexts where is_active`).toHaveLength(1);
    expect(await db.sql`select from decision_outcomes`).toHaveLength(1);
    // Session-level locks would be left behind in a pooler.
    await eventually(
      async () =>
        (
          await db.sql`select from pg_locks l join pg_database d on d.oid = l.database
          where l.locktype = 'advisory' and d.datname = current_database() and l.objsubid = 1 and l.classid <> 0`
        ).length === 0,
    );
    await db.close();
  });
});
