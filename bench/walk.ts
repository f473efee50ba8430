/**
 * The files of ours that one call crosses, counted by V8's coverage in a running server: those in which a function ran in
 * each of several single calls, so that timers count only when they belong to the call.
 *
 *     npm run build:modules && npx tsx bench/walk.ts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { scratchLake } from './support.ts';

const samples = 8;
const modules = new URL('../modules/', import.meta.url).href;

type Coverage = { result: { url: string; functions: { ranges: { count: number }[] }[] }[] };

/** The inspector of the process and of its search thread. */
class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #threads: string[] = [];
  #id = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#receive(JSON.parse(data.toString())));
  }

  #receive(message: {
    id?: number;
    result?: unknown;
    method?: string;
    params?: { sessionId: string; message: string };
  }): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message.result);
      this.#waiting.delete(message.id);
    } else if (message.params && message.method === 'NodeWorker.attachedToWorker')
      this.#threads.push(message.params.sessionId);
    else if (message.params && message.method === 'NodeWorker.receivedMessageFromWorker')
      this.#receive(JSON.parse(message.params.message));
  }

  #ask(method: string, params: object = {}, thread?: string): Promise<unknown> {
    this.#id += 1;
    const id = this.#id;
    const answered = new Promise<unknown>((resolve) => this.#waiting.set(id, resolve));
    const text = JSON.stringify({ id, method, params });
    if (thread === undefined) this.#socket.send(text);
    else void this.#ask('NodeWorker.sendMessageToWorker', { sessionId: thread, message: text });
    return answered;
  }

  async start(): Promise<void> {
    await this.#ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
    for (const thread of [undefined, ...this.#threads]) {
      await this.#ask('Profiler.enable', {}, thread);
      await this.#ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false }, thread);
    }
  }

  /** Files in which a function ran since the last time, relative to `modules`. */
  async take(): Promise<Set<string>> {
    const files = new Set<string>();
    for (const thread of [undefined, ...this.#threads]) {
      const { result } = (await this.#ask('Profiler.takePreciseCoverage', {}, thread)) as Coverage;
      for (const { url, functions } of result)
        if (url.startsWith(modules) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
          files.add(url.slice(modules.length));
    }
    return files;
  }
}

async function line(stream: Readable | null, pattern: RegExp): Promise<string> {
  if (!stream) throw new Error('the server has no output');
  for await (const text of createInterface(stream)) {
    const [found] = pattern.exec(text) ?? [];
    if (found) return found;
  }
  throw new Error('the server did not start');
}

async function open(url: string, protocol?: string): Promise<WebSocket> {
  const socket = new WebSocket(url, protocol);
  await once(socket, 'open');
  return socket;
}

function start(databaseUrl: string, dataDir: string): ChildProcess {
  const main = fileURLToPath(new URL('../modules/main.js', import.meta.url));
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    DEWEY_DATA_DIR: dataDir,
    DEWEY_MCP_PORT: '0',
    DEWEY_PROXY_PORT: 'off',
    DEWEY_WATCH: 'off',
    DEWEY_LOCAL_MODEL: 'off', // its thread comes with the first text and is no part of a call
    DEWEY_LOG_LEVEL: 'warn',
  };
  return spawn(process.execPath, ['--inspect=0', main, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

const lake = await scratchLake();
const server = start(lake.url, lake.directory);
try {
  const [debuggerUrl, url] = await Promise.all([
    line(server.stderr, /ws:\/\/\S+/),
    line(server.stdout, /http:\S+(?=\/mcp)/),
  ]);
  const socket = await open(url.replace('http', 'ws'), 'mcp');
  let id = 0;
  const request = async (method: string, params: object): Promise<unknown> => {
    id += 1;
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const [data] = (await once(socket, 'message')) as [Buffer];
    const reply = JSON.parse(data.toString()) as {
      result?: { structuredContent?: unknown };
      error?: unknown;
    };
    if (!reply.result) throw new Error(JSON.stringify(reply.error));
    return reply.result.structuredContent;
  };
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  const call = (name: string, args: object) => request('tools/call', { name, arguments: args });
  const { conversation_id } = (await call('dewey_begin_conversation', {})) as { conversation_id: string };
  const walks: Record<string, () => Promise<unknown>> = {
    dewey_store_message: () =>
      call('dewey_store_message', { conversation_id, role: 'user', content: 'The loan period is 21 days.' }),
    dewey_search: () => call('dewey_search', { query: 'loan period', detail: 'full' }),
  };
  const debugging = await open(debuggerUrl);
  const inspector = new Inspector(debugging);
  for (const walk of Object.values(walks)) for (let i = 0; i < 50; i += 1) await walk();
  await inspector.start();
  for (const [name, walk] of Object.entries(walks)) {
    let crossed: ReadonlySet<string> | undefined;
    for (let i = 0; i < samples; i += 1) {
      await inspector.take();
      await walk();
      const files = await inspector.take();
      crossed = new Set([...files].filter((file) => crossed?.has(file) ?? true));
    }
    const files = [...(crossed ?? [])].sort();
    process.stdout.write(
      `\n### ${name}: ${files.length} files\n\n${files.map((file) => `- ${file}`).join('\n')}\n`,
    );
  }
  debugging.terminate(); // a process that is debugged does not exit
  socket.terminate();
} finally {
  server.kill('SIGTERM');
  await once(server, 'exit');
  await lake.end();
}
