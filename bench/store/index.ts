import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Bench, measure, quantile, rounded, table } from '../support.ts';
import { httpClient } from './client.ts';
import { type Server, useServer } from './database.ts';
import { bareInsert, counted, product, type Round, round, text, type Way } from './rounds.ts';
import { ownMain } from './server.ts';

/**
 * Storing one message end to end, compared with a bare `INSERT` of the same row into a table with the same keys, in
 * rounds that alternate. `DATABASE_URL` names a server to use instead of an embedded one; databases are created there and
 * dropped again. `--against=dist/main.js,…` adds other builds to the comparison.
 */
export const store: Bench = {
  name: 'store',
  async run({ rounds = '5', times = '4000', against = '', 'in-flight': inFlight = '1,16', http = 'on' }) {
    const server = await useServer(process.env.DATABASE_URL);
    const ways: Way[] = [];
    try {
      ways.push(await bareInsert(server, 16));
      for (const [i, main] of against.split(',').filter(Boolean).entries()) {
        if (!existsSync(main)) throw new Error(`there is no ${main}`);
        ways.push(await product(server, `build ${i + 1}`, resolve(main)));
      }
      ways.push(await product(server, 'WebSocket', ownMain));
      if (http === 'on')
        ways.push(await product(server, 'HTTP (REST)', ownMain, async (url) => httpClient(url)));
      for (const calls of inFlight.split(',').map(Number))
        for (const conversations of [64, 1])
          await compare(server, ways, { rounds: Number(rounds), times: Number(times), calls, conversations });
      await countAll(server, ways, Number(times));
      const socket = ways.find(({ name }) => name === 'WebSocket');
      if (socket) await statementsOf(server, socket, Number(times));
      for (const way of ways.filter(({ name }) => name !== 'bare INSERT' && name !== 'HTTP (REST)'))
        await readingAndBulk(way);
    } finally {
      for (const way of ways) await way.end();
      await server.end();
    }
  },
};

type Case = { rounds: number; times: number; calls: number; conversations: number };

async function compare(server: Server, ways: readonly Way[], of: Case): Promise<void> {
  const taken = new Map<Way, Round[]>(ways.map((way) => [way, []]));
  for (let i = 0; i < of.rounds; i += 1)
    for (const way of ways)
      taken.get(way)?.push(await round(server, way, of.times, of.calls, of.conversations));
  const bare = taken.get(ways[0] as Way) ?? [];
  const spread = of.conversations === 1 ? 'one conversation' : `${of.conversations} conversations`;
  table(
    `${of.calls} in flight, ${spread}: medians of ${of.rounds} rounds`,
    [...taken].map(([way, all]) => {
      const median = (pick: (one: Round, i: number) => number, digits = 0) =>
        rounded(quantile(all.map(pick), 0.5), digits);
      return {
        way: way.name,
        'per second': median((one) => one.throughput),
        'of bare': median((one, i) => one.throughput / (bare[i]?.throughput ?? Number.NaN), 2),
        'p50 ms': median((one) => one.p50, 2),
        'p95 ms': median((one) => one.p95, 2),
        'client CPU µs': median((one) => one.clientCpu),
        'gateway CPU µs': median((one) => one.gatewayCpu),
        'PostgreSQL CPU µs': median((one) => one.cpu),
        'CPU µs': median((one) => one.clientCpu + one.gatewayCpu + one.cpu),
        'WAL bytes': median((one) => one.walBytes),
      };
    }),
  );
}

async function countAll(server: Server, ways: readonly Way[], times: number): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const conversations of [64, 1])
    for (const way of ways) {
      const { transactions, flushes, walRecords } = await counted(server, way, times, 16, conversations);
      rows.push({
        way: way.name,
        conversations,
        commits: rounded(transactions),
        flushes: rounded(flushes),
        'WAL records': rounded(walRecords, 1),
      });
    }
  table('For each message, 16 in flight', rows);
}

/** Which statements a message costs, with 16 in flight. */
async function statementsOf(server: Server, way: Way, times: number): Promise<void> {
  await server.statements(way.database);
  await round(server, way, times, 16, 64);
  const statements = await server.statements(way.database);
  if (statements.length === 0) return;
  const stored = times * 1.1;
  table(
    'Statements of a stored message (those within triggers and functions are counted in the outer one, too)',
    statements.slice(0, 14).map(({ query, calls, us, walBytes }) => ({
      statement: query.replaceAll(/\s+/g, ' ').slice(0, 90),
      calls: rounded(calls / stored, 3),
      µs: rounded(us / stored, 1),
      'WAL bytes': rounded(walBytes / stored),
    })),
  );
}

async function readingAndBulk({ name, call }: Way): Promise<void> {
  if (!call) return;
  const messages = (count: number) => Array.from({ length: count }, () => ({ role: 'user', content: text }));
  const made = (await call('dewey_store_messages_bulk', { messages: messages(200) })) as {
    conversation_id: string;
  };
  const get = await measure(500, 4, () =>
    call('dewey_get_conversation', { conversation_id: made.conversation_id, limit: 100 }),
  );
  const list = await measure(500, 4, () => call('dewey_list_conversations', { limit: 20 }));
  const bulk = await measure(40, 1, () => call('dewey_store_messages_bulk', { messages: messages(500) }));
  table(`Reading and bulk, ${name}`, [
    { call: 'get_conversation, 100 messages', 'p50 ms': rounded(get.p50), 'p95 ms': rounded(get.p95) },
    { call: 'list_conversations, 20', 'p50 ms': rounded(list.p50), 'p95 ms': rounded(list.p95) },
    {
      call: 'store_messages_bulk, a message of 500',
      'p50 ms': rounded(bulk.p50 / 500, 3),
      'p95 ms': rounded(bulk.p95 / 500, 3),
    },
  ]);
}
