/**
 * The overhead of the protocols: calls per second of a trivial read tool over every transport, relative to bare Hono
 * with zod in the same run; and the memory use of 500 idle sockets and 50 busy ones.
 *
 *     npx tsx bench/protocol.ts [throughput] [memory]
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { WebSocket } from 'ws';
import * as z from 'zod';

const input = z.strictObject({ text: z.string().describe('Anything') });
const output = z.object({ text: z.string().describe('The same') });

/** Memory in bytes, CPU time in microseconds. */
type Usage = { rss: number; heap: number; cpu: number };

type Ready = { gateway: string; bare: string };

/** The process under test: the gateway with one tool, and a bare Hono server with zod. */
async function serveBoth(): Promise<void> {
  // Users run the build, and the TypeScript loader makes every closure more expensive.
  const built = async <Module>(path: string): Promise<Module> => await import(`../modules/${path}`);
  const { connect } = await built<typeof import('../src/db/postgres/connect.ts')>('db/postgres/connect.js');
  const { holdEmbeddedServer } = await built<typeof import('../src/db/postgres/embedded/index.ts')>(
    'db/postgres/embedded/index.js',
  );
  const { migrate } = await built<typeof import('../src/db/postgres/migrate.ts')>('db/postgres/migrate.js');
  const { createLog } = await built<typeof import('../src/gateway/deps.ts')>('gateway/deps.js');
  const { readConfig } = await built<typeof import('../src/gateway/config/env.ts')>('gateway/config/env.js');
  const { startServer } = await built<typeof import('../src/gateway/server.ts')>('gateway/server.js');
  const { createCatalog } =
    await built<typeof import('../src/handlers/tool/catalog.ts')>('handlers/tool/catalog.js');
  const { tool } = await built<typeof import('../src/handlers/tool/tool.ts')>('handlers/tool/tool.js');
  const echo = tool({
    name: 'echo',
    title: 'Echo',
    description: 'Return a text.',
    effect: 'read',
    input,
    output,
    run: async ({ text }) => ({ text }),
  });
  const directory = await mkdtemp(join(tmpdir(), 'dewey-bench-'));
  const postgres = await holdEmbeddedServer(directory);
  await migrate(postgres.url);
  const db = connect(postgres.url);
  const catalog = createCatalog([{ name: 'bench', title: 'Bench', tools: [echo] }]);
  const config = readConfig({ DEWEY_MCP_PORT: '0', DEWEY_LOG_LEVEL: process.env.BENCH_LOG ?? 'warn' });
  const gateway = await startServer(catalog, db, config, createLog(config.logLevel));
  const app = new Hono().post('/echo', async (c) => c.json(output.parse(input.parse(await c.req.json()))));
  const bare = createAdaptorServer({ fetch: app.fetch }) as Server;
  bare.listen(0, '127.0.0.1');
  await once(bare, 'listening');
  process.on('message', (message) => {
    if (message !== 'memory') return;
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    process.send?.({ rss, heap: heapUsed, cpu: user + system } satisfies Usage);
  });
  process.once('SIGTERM', async () => {
    bare.closeAllConnections();
    bare.close();
    await gateway.stop();
    await db.close();
    await postgres.release();
    await rm(directory, { recursive: true, force: true });
    process.exit(0);
  });
  const ready: Ready = {
    gateway: gateway.url,
    bare: `http://127.0.0.1:${(bare.address() as AddressInfo).port}`,
  };
  process.send?.(ready);
}

const inFlight = 16;

/** A keep-alive connection that sends prepared requests in sequence; far cheaper than a general client. */
class Connection {
  readonly #socket: Socket;
  #buffer = '';
  #resolve: ((body: string) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#take(chunk));
  }

  static async open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    const socket = connectTcp(Number(port), hostname);
    await once(socket, 'connect');
    return new Connection(socket);
  }

  send(request: string): Promise<string> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#buffer += chunk;
    const headEnd = this.#buffer.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#buffer.slice(0, headEnd).toLowerCase();
    const length = /content-length: (\d+)/.exec(head)?.[1];
    const end =
      length === undefined ? this.#buffer.indexOf('0\r\n\r\n', headEnd) + 5 : headEnd + 4 + Number(length);
    if ((length === undefined && end < headEnd) || this.#buffer.length < end) return;
    const answer = this.#buffer.slice(0, end);
    this.#buffer = this.#buffer.slice(end);
    this.#resolve?.(answer);
  }
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}): string => {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`;
};

const call = (id: number, meta: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: { text: 'Where is the loan period set?' }, ...meta },
});

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  },
};

/** Measures calls per second with 16 in flight, for this many milliseconds. */
type Way = { name: string; bar?: number; run(ms: number): Promise<number> };

function overHttp(name: string, url: string, request: (id: number) => string, bar?: number): Way {
  return {
    name,
    ...(bar === undefined ? {} : { bar }),
    async run(ms) {
      const connections = await Promise.all(Array.from({ length: inFlight }, () => Connection.open(url)));
      const end = performance.now() + ms;
      let done = 0;
      const begun = performance.now();
      await Promise.all(
        connections.map(async (connection, lane) => {
          for (let id = lane + 1; performance.now() < end; id += inFlight) {
            const answer = await connection.send(request(id));
            if (!answer.includes('loan period')) throw new Error(`${name}: ${answer.slice(0, 500)}`);
            done += 1;
          }
        }),
      );
      const seconds = (performance.now() - begun) / 1000;
      for (const connection of connections) connection.close();
      return done / seconds;
    },
  };
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/mcp`, 'mcp');
  await once(socket, 'open');
  const answered = once(socket, 'message');
  socket.send(JSON.stringify(initialize));
  await answered;
  socket.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return socket;
}

const overWebSocket = (url: string, bar: number): Way => ({
  name: 'WebSocket',
  bar,
  async run(ms) {
    const socket = await openSocket(url);
    const end = performance.now() + ms;
    const begun = performance.now();
    let sent = 0;
    let done = 0;
    await new Promise<void>((resolve) => {
      const next = () => {
        if (performance.now() >= end) return done === sent ? resolve() : undefined;
        sent += 1;
        socket.send(JSON.stringify(call(sent)));
      };
      socket.on('message', () => {
        done += 1;
        next();
      });
      for (let i = 0; i < inFlight; i += 1) next();
    });
    const seconds = (performance.now() - begun) / 1000;
    socket.close();
    return done / seconds;
  },
});

async function openSession(url: string): Promise<Record<string, string>> {
  const connection = await Connection.open(url);
  const answer = await connection.send(post('/mcp', initialize));
  const id = /mcp-session-id: (\S+)/i.exec(answer)?.[1] ?? '';
  const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  await connection.send(post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, headers));
  connection.close();
  return headers;
}

const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};
const modernHeaders = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'echo',
};

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Each round runs all ways in turn, so that a slow moment of the machine affects all of them. */
async function throughput({ gateway, bare }: Ready, ask: () => Promise<Usage>): Promise<boolean> {
  const session = await openSession(gateway);
  const arguments_ = { text: 'Where is the loan period set?' };
  const bareWay = overHttp('bare Hono + zod', bare, () => post('/echo', arguments_));
  const ways: Way[] = [
    bareWay,
    overWebSocket(gateway, 0.6),
    overHttp('REST', gateway, () => post('/tools/echo', arguments_)),
    overHttp('session, 2025-11-25', gateway, (id) => post('/mcp', call(id), session), 0.15),
    overHttp(
      'stateless, 2025-11-25',
      gateway,
      (id) => post('/mcp', call(id), { 'mcp-protocol-version': '2025-11-25' }),
      0.12,
    ),
    overHttp('stateless, 2026-07-28', gateway, (id) => post('/mcp', call(id, envelope), modernHeaders), 0.12),
  ];
  const rates = new Map(ways.map((way) => [way.name, [] as number[]]));
  const costs = new Map(ways.map((way) => [way.name, [] as number[]]));
  for (const way of ways) await way.run(1000);
  for (let round = 0; round < 5; round += 1)
    for (const way of ways) {
      const before = await ask();
      const rate = await way.run(2000);
      const after = await ask();
      rates.get(way.name)?.push(rate);
      costs.get(way.name)?.push((after.cpu - before.cpu) / (rate * 2));
    }
  const base = median(rates.get(bareWay.name) ?? []);
  const baseCost = median(costs.get(bareWay.name) ?? []);
  let met = true;
  print(`tools/call of a trivial read tool, ${inFlight} in flight, median of 5 rounds`);
  print(
    '  calls a second and ratio to bare; processor time a call and its ratio, which a busy machine disturbs less',
  );
  for (const { name, bar } of ways) {
    const rate = median(rates.get(name) ?? []);
    const ratio = rate / base;
    const verdict = bar === undefined ? '' : ratio >= bar ? `bar ${bar}: met` : `bar ${bar}: MISSED`;
    if (bar !== undefined && ratio < bar) met = false;
    const cost = median(costs.get(name) ?? []);
    const cpu = `${Math.round(cost)} µs`.padStart(8);
    print(
      `  ${name.padEnd(24)} ${Math.round(rate).toString().padStart(7)}/s ${ratio.toFixed(3)}   ${cpu} ${(baseCost / cost).toFixed(3)}   ${verdict}`,
    );
  }
  return met;
}

/** 500 idle sockets and 50 busy ones for a minute; every call must be answered and memory must not grow. */
async function memory({ gateway }: Ready, ask: () => Promise<Usage>): Promise<boolean> {
  const idle = await Promise.all(Array.from({ length: 500 }, () => openSocket(gateway)));
  const busy = await Promise.all(Array.from({ length: 50 }, () => openSocket(gateway)));
  let dropped = 0;
  for (const socket of [...idle, ...busy])
    socket.on('close', () => {
      dropped += 1;
    });
  let sent = 0;
  let answered = 0;
  let stop = false;
  const lanes = busy.map(
    (socket, lane) =>
      new Promise<void>((resolve) => {
        let id = 0;
        const next = () => {
          if (stop) return resolve();
          id += 1;
          sent += 1;
          socket.send(JSON.stringify(call(lane * 1e7 + id)));
        };
        socket.on('message', () => {
          answered += 1;
          next();
        });
        next();
      }),
  );
  await delay(10_000);
  const early = await ask();
  const samples: Usage[] = [];
  for (let second = 10; second < 60; second += 5) {
    await delay(5000);
    samples.push(await ask());
  }
  stop = true;
  await Promise.all(lanes);
  const late = samples.slice(-3);
  const heapGrowth = median(late.map((sample) => sample.heap)) / early.heap - 1;
  const rssGrowth = median(late.map((sample) => sample.rss)) / early.rss - 1;
  const lost = sent - answered;
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const [last] = samples.slice(-1);
  print('500 sockets idle, 50 busy for a minute');
  print(`  calls sent ${sent}, lost ${lost}, sockets dropped ${dropped}`);
  print(`  heap after 10 s ${mb(early.heap)}, at the end ${mb(last?.heap ?? 0)}: ${percent(heapGrowth)}`);
  print(`  resident after 10 s ${mb(early.rss)}, at the end ${mb(last?.rss ?? 0)}: ${percent(rssGrowth)}`);
  for (const socket of [...idle, ...busy]) socket.terminate();
  const met = lost === 0 && dropped === 0 && heapGrowth <= 0.1 && rssGrowth <= 0.1;
  print(`  bar: nothing lost, growth within 10 %: ${met ? 'met' : 'MISSED'}`);
  return met;
}

const percent = (share: number): string => `${share >= 0 ? '+' : ''}${(share * 100).toFixed(1)} %`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function main(parts: readonly string[]): Promise<boolean> {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--max-semi-space-size=8', '--import', 'tsx', new URL(import.meta.url).pathname, 'serve'],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const [ready] = (await once(child, 'message')) as [Ready];
  const ask = async () => {
    child.send('memory');
    const [sample] = (await once(child, 'message')) as [Usage];
    return sample;
  };
  let met = true;
  if (parts.length === 0 || parts.includes('throughput')) met = (await throughput(ready, ask)) && met;
  if (parts.length === 0 || parts.includes('memory')) met = (await memory(ready, ask)) && met;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
  return met;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  if (process.argv[2] === 'serve') await serveBoth();
  else process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
}
