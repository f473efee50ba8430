import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { WebSocket } from 'ws';
import { type Bench, type Measured, measure, residentKb, rounded, scratchLake, table } from './support.ts';

const text =
  'The loan period is set in src/loans.ts, line 12: twenty-one days, and it can be renewed twice. '.repeat(4);
const times = 8000;

type Client = {
  store(conversationId: string): Promise<unknown>;
  call(name: string, args: object): Promise<unknown>;
};

/** Storing one message end to end, compared with a bare INSERT of the same row in the same run. */
export const store: Bench = {
  name: 'store',
  async run() {
    const lake = await scratchLake();
    const sql = postgres(lake.url, { max: 16, onnotice: () => undefined });
    const server = await startServer(lake.url);
    try {
      const socket = await connectSocket(server.url);
      const http = httpClient(server.url);
      const rows: Record<string, string | number>[] = [];
      for (const inFlight of [1, 16])
        for (const spread of ['distinct', 'one'] as const) {
          const ids = await begin(socket, spread === 'one' ? 1 : 64);
          const at = (i: number) => ids[i % ids.length] ?? '';
          const bare = await measure(times, inFlight, (i) =>
            bareInsert(sql, at(i), i + inFlight * 1_000_000),
          );
          const overSocket = await measure(times, inFlight, (i) => socket.store(at(i)));
          const overHttp = await measure(times, inFlight, (i) => http.store(at(i)));
          rows.push(row('bare INSERT', inFlight, spread, bare, bare));
          rows.push(row('WebSocket', inFlight, spread, overSocket, bare));
          rows.push(row('HTTP (REST)', inFlight, spread, overHttp, bare));
        }
      table('dewey_store_message against a bare INSERT', rows);
      await readingAndBulk(socket);
      process.stdout.write(
        `\nServer process after this: ${Math.round((await residentKb(server.pid)) / 1024)} MB resident.\n`,
      );
    } finally {
      server.child.kill('SIGTERM');
      await once(server.child, 'exit');
      await sql.end();
      await lake.end();
    }
  },
};

const row = (way: string, inFlight: number, spread: string, measured: Measured, bare: Measured) => ({
  way,
  'in flight': inFlight,
  conversations: spread,
  'per second': Math.round(measured.throughput),
  'p50 ms': rounded(measured.p50),
  'p95 ms': rounded(measured.p95),
  'of bare': rounded(measured.throughput / bare.throughput),
});

async function readingAndBulk(client: Client): Promise<void> {
  const messages = (count: number) => Array.from({ length: count }, () => ({ role: 'user', content: text }));
  const made = (await client.call('dewey_store_messages_bulk', { messages: messages(200) })) as {
    conversation_id: string;
  };
  const get = await measure(500, 4, () =>
    client.call('dewey_get_conversation', { conversation_id: made.conversation_id, limit: 100 }),
  );
  const list = await measure(500, 4, () => client.call('dewey_list_conversations', { limit: 20 }));
  const bulk = await measure(40, 1, () =>
    client.call('dewey_store_messages_bulk', { messages: messages(500) }),
  );
  table('Reading and bulk over WebSocket', [
    { call: 'get_conversation, 100 messages', 'p50 ms': rounded(get.p50), 'p95 ms': rounded(get.p95) },
    { call: 'list_conversations, 20', 'p50 ms': rounded(list.p50), 'p95 ms': rounded(list.p95) },
    {
      call: 'store_messages_bulk, a message of 500',
      'p50 ms': rounded(bulk.p50 / 500, 3),
      'p95 ms': rounded(bulk.p95 / 500, 3),
    },
  ]);
}

let nextTurn = 10_000_000;

/** Unique turns without a counter: the bare row gets for free what the product has to compute. */
function bareInsert(sql: postgres.Sql, conversationId: string, _i: number): Promise<unknown> {
  nextTurn += 1;
  return sql`
    insert into messages (id, conversation_id, turn_number, role, content)
    values (${uuidv7()}, ${conversationId}, ${nextTurn}, 'user', ${text}) returning id, created_at`;
}

async function begin(client: Client, count: number): Promise<string[]> {
  const begun = await Promise.all(
    Array.from({ length: count }, () => client.call('dewey_begin_conversation', {})),
  );
  return begun.map((result) => (result as { conversation_id: string }).conversation_id);
}

async function startServer(url: string): Promise<{ child: ChildProcess; pid: number; url: string }> {
  const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const env = { ...process.env, DATABASE_URL: url, DEWEY_MCP_PORT: '0', DEWEY_LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const address = /http:\S+(?=\/mcp)/.exec(line)?.[0];
  if (!address || child.pid === undefined) throw new Error(`the server did not start: ${line}`);
  return { child, pid: child.pid, url: address };
}

/** A bare JSON-RPC client on one socket, so as not to measure a client library. */
async function connectSocket(url: string): Promise<Client> {
  const socket = new WebSocket(url.replace('http', 'ws'), 'mcp');
  const waiting = new Map<number, (result: unknown) => void>();
  let id = 0;
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  socket.on('message', (data) => {
    const reply = JSON.parse(data.toString());
    waiting.get(reply.id)?.(reply.result?.structuredContent ?? reply);
    waiting.delete(reply.id);
  });
  await once(socket, 'open');
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  const call = (name: string, args: object) => request('tools/call', { name, arguments: args });
  return {
    call,
    store: (conversation_id) => call('dewey_store_message', { conversation_id, role: 'user', content: text }),
  };
}

function httpClient(url: string): Client {
  const call = async (name: string, args: object) => {
    const response = await fetch(`${url}/tools/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(args),
    });
    return response.json();
  };
  return {
    call,
    store: (conversation_id) => call('dewey_store_message', { conversation_id, role: 'user', content: text }),
  };
}
