import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, fsyncSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket, WebSocketServer } from 'ws';
import { keyringOf } from '../src/gateway/auth/load-keys.ts';
import { startProxy } from '../src/gateway/capture/proxy/server.ts';
import { SpoolWriter } from '../src/gateway/capture/spool/writer.ts';
import { readConfig } from '../src/gateway/config/env.ts';
import { createLog } from '../src/gateway/deps.ts';
import { createRefusals } from '../src/gateway/http/refusals.ts';
import { drain } from './capture-drain.ts';
import { type Bench, measure, quantile } from './support.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixture = (name: string) => join(root, 'test/fixtures/capture/claude-code', name);

const parts: Record<string, (folder: string) => void | Promise<void>> = {
  hook: hookProcess,
  http: spool,
  proxy,
  transcripts: importTranscripts,
  export: importExport,
  drain,
};

/**
 * Each part is measured against a baseline in the same run; `dist` must be built. `--only=hook,http` runs only these
 * parts.
 */
export const capture: Bench = {
  name: 'capture',
  async run({ only }) {
    const folder = mkdtempSync(join(tmpdir(), 'dewey-bench-'));
    chmodSync(folder, 0o711); // if started by root, PostgreSQL runs as another user
    try {
      for (const part of only?.split(',') ?? Object.keys(parts)) await parts[part]?.(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const line = (text: string) => process.stdout.write(`${text}\n`);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** `dewey hook` as a process against `node -e 0`, alternating. Bar: 1.6 times. */
function hookProcess(folder: string): void {
  const input =
    '{"session_id":"bench","hook_event_name":"UserPromptSubmit","prompt_id":"p","prompt":"Hello"}';
  const env = { PATH: process.env.PATH, DEWEY_DATA_DIR: join(folder, 'hook') };
  const time = (args: string[]) => {
    const begun = performance.now();
    const { status } = spawnSync(process.execPath, args, { env, input });
    if (status !== 0) throw new Error(`node ${args.join(' ')} failed`);
    return performance.now() - begun;
  };
  const bare: number[] = [];
  const hook: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    bare.push(time(['-e', '0']));
    hook.push(time([join(root, 'dist/main.cjs'), 'hook', 'UserPromptSubmit']));
  }
  line(
    `hook process: node -e 0 ${median(bare).toFixed(1)} ms, dewey hook ${median(hook).toFixed(1)} ms, ratio ${(median(hook) / median(bare)).toFixed(2)}`,
  );
}

/** An event acknowledged by a whole gateway whose database is paused, against a bare append and fsync. Bar: 3 times. */
async function spool(folder: string): Promise<void> {
  const event = JSON.parse(await readFile(fixture('hooks/PostToolUse.json'), 'utf8'));
  const body = Buffer.from(JSON.stringify(event));
  const dataDir = join(folder, 'serve');
  const env = {
    PATH: process.env.PATH,
    DEWEY_DATA_DIR: dataDir,
    DEWEY_MCP_PORT: '0',
    DEWEY_PROXY_PORT: 'off',
  };
  const server = spawn(process.execPath, [join(root, 'dist/main.js'), 'serve'], {
    env: { ...env, DEWEY_WATCH: 'off', DEWEY_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [ready] = await once(server.stdout, 'data');
  const { port } = new URL(/http:\S+/.exec(String(ready))?.[0] ?? '');
  const agent = new Agent({ keepAlive: true });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const send = (method: string, path: string) =>
    new Promise<void>((resolve, reject) => {
      const call = request(
        { port, path, method, agent, headers: method === 'POST' ? headers : {} },
        (response) => {
          response.resume().on('end', resolve);
          if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
        },
      );
      call.on('error', reject).end(method === 'POST' ? body : undefined);
    });
  const file = openSync(join(dataDir, 'bare'), 'a');
  const ways = {
    bare: () => {
      writeSync(file, body);
      fsyncSync(file);
    },
    health: () => send('GET', '/healthz'),
    event: () => send('POST', '/hooks/claude-code'),
  };
  const taken: Record<keyof typeof ways, number[]> = { bare: [], health: [], event: [] };
  const postgres = await backends(dataDir);
  for (const pid of postgres) process.kill(pid, 'SIGSTOP');
  // Resumes the database in any case.
  const resume = spawn('sh', ['-c', `sleep 60; kill -CONT ${postgres.join(' ')}`], { stdio: 'ignore' });
  try {
    // Alternating, so that all see the same machine load; the first ones warm up the compiler.
    for (let i = -500; i < 1500; i += 1)
      for (const way of ['bare', 'health', 'event'] as const) {
        const begun = performance.now();
        await ways[way]();
        if (i >= 0) taken[way].push(performance.now() - begun);
      }
    const summary = (values: number[]) =>
      `${quantile(values, 0.5).toFixed(2)} ms (p95 ${quantile(values, 0.95).toFixed(2)})`;
    const { bare, health, event } = taken;
    const ratio = median(event) / median(bare);
    line(
      `hook over HTTP, database paused, p50: append + fsync ${summary(bare)}, /healthz ${summary(health)}, acknowledged ${summary(event)}, ratio ${ratio.toFixed(2)}, ${((median(event) - median(health)) / median(bare)).toFixed(2)} without the HTTP round trip`,
    );
  } finally {
    for (const pid of postgres) process.kill(pid, 'SIGCONT');
    resume.kill();
  }
  server.kill();
  await once(server, 'exit');
}

/** The embedded server below a folder and its processes. */
async function backends(folder: string): Promise<number[]> {
  const { stdout } = spawnSync('find', [folder, '-name', 'postmaster.pid'], { encoding: 'utf8' });
  const pid = Number((await readFile(stdout.trim(), 'utf8')).split('\n')[0]);
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return [pid, ...children.stdout.split('\n').map(Number).filter(Boolean)];
}

/** A round trip through the proxy against the direct one. Bar: at most 2 ms more at p50. */
async function proxy(folder: string): Promise<void> {
  const upstream = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(upstream, 'listening');
  upstream.on('connection', (ws) =>
    ws.on('message', (data, isBinary) => ws.send(data, { binary: isBinary })),
  );
  const direct = `ws://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const config = readConfig({ DEWEY_UPSTREAMS: `echo=${direct}` });
  const writer = new SpoolWriter(join(folder, 'proxy'), () => new Date());
  let ids = 0;
  const newId = () => {
    ids += 1;
    return String(ids);
  };
  const running = await startProxy({
    keys: keyringOf(config, undefined, createLog('silent')),
    config: { ...config, proxyPort: 0 },
    refusals: createRefusals({ record: () => undefined }, () => new Date(), null),
    spool: writer,
    log: createLog('silent'),
    clock: () => new Date(),
    newId,
  });
  const roundTrips = async (url: string) => {
    const ws = new WebSocket(url, { perMessageDeflate: false });
    await once(ws, 'open');
    let n = 0;
    const result = await measure(10_000, 1, async () => {
      n += 1;
      ws.send(
        JSON.stringify({
          jsonrpc: '2.0',
          id: n,
          method: 'tools/call',
          params: { name: 'lend', arguments: { n } },
        }),
      );
      await once(ws, 'message');
    });
    ws.close();
    return result;
  };
  const bare = await roundTrips(direct);
  const proxied = await roundTrips(`ws://127.0.0.1:${running.port}/?upstream=echo`);
  line(
    `proxy, 10,000 calls: direct p50 ${bare.p50.toFixed(3)} ms, proxied p50 ${proxied.p50.toFixed(3)} ms (p95 ${proxied.p95.toFixed(3)}), added ${(proxied.p50 - bare.p50).toFixed(3)} ms`,
  );
  await running.stop();
  await writer.seal();
  upstream.close();
}

/** A complete import in a separate process. Bars: 10 MB/s and 200 MB for 100 MB. */
async function importTranscripts(folder: string): Promise<void> {
  await mkdir(join(folder, 'transcripts'));
  const bytes = await transcripts(join(folder, 'transcripts'), 100_000_000);
  run(folder, 'transcripts', bytes, join(folder, 'transcripts'));
}

/** The same for a large file. Bar: bounded memory. */
async function importExport(folder: string): Promise<void> {
  const exported = join(folder, 'conversations.json');
  const size = await chatExport(exported, Number(process.env.BENCH_EXPORT_BYTES ?? 1_000_000_000));
  run(folder, 'ChatGPT export', size, exported);
}

function run(folder: string, name: string, bytes: number, path: string): void {
  const env = { PATH: process.env.PATH, DEWEY_DATA_DIR: join(folder, 'lake'), DEWEY_LOG_LEVEL: 'warn' };
  const main = join(root, 'dist/main.cjs');
  // Into an existing lake: creating one is not part of an import.
  spawnSync(process.execPath, [main, 'migrate'], { env });
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(
    '/usr/bin/env',
    ['time', '-f', 'peak %M kB', process.execPath, main, 'import', path],
    { env, encoding: 'utf8' },
  );
  const seconds = (performance.now() - begun) / 1000;
  const peak = /peak (\d+) kB/.exec(stderr)?.[1];
  line(
    `import of ${name}: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s, peak ${peak ? `${Math.round(Number(peak) / 1000)} MB` : 'not measured'}, exit ${status}, ${stdout.split('\n')[1]}`,
  );
}

/** Copies of a real session with distinct ids. */
async function transcripts(folder: string, wanted: number): Promise<number> {
  const text = await readFile(fixture('session-long.jsonl'), 'utf8');
  let bytes = 0;
  for (let n = 0; bytes < wanted; n += 1) {
    const tag = n.toString(16).padStart(8, '0');
    const copy = text
      .replace(/("(?:uuid|sessionId|promptId)":")[0-9a-f]{8}/g, `$1${tag}`)
      .replace(/toolu_01../g, `toolu_${tag}`);
    // From here on, the uuids of one file differ only in their last parts.
    const file = await open(join(folder, `${tag}.jsonl`), 'w');
    await file.writeFile(copy);
    await file.close();
    bytes += Buffer.byteLength(copy);
  }
  return bytes;
}

async function chatExport(path: string, wanted: number): Promise<number> {
  const file = await open(path, 'w');
  const prose = 'The library lends books for twenty-eight days and asks for them back in good time. ';
  let bytes = 0;
  await file.writeFile('[');
  for (let n = 0; bytes < wanted; n += 1) {
    const mapping: Record<string, unknown> = { root: { id: 'root', message: null, parent: null } };
    let parent = 'root';
    // Most of an export is not conversation but tool output, descriptions of pictures, and metadata.
    for (let m = 0; m < 20; m += 1) {
      const id = `n${m}`;
      mapping[id] = {
        id,
        parent,
        message: {
          id,
          author: { role: m % 2 ? 'assistant' : 'user' },
          create_time: 1_791_200_000 + n,
          content: { content_type: 'text', parts: [`${n}.${m} ${prose.repeat(6)}`] },
          status: 'finished_successfully',
          metadata: { padding: 'x'.repeat(50_000) },
          recipient: 'all',
        },
      };
      parent = id;
    }
    const text = `${n > 0 ? ',' : ''}${JSON.stringify({ title: `c${n}`, create_time: 1_791_200_000, mapping, current_node: parent, conversation_id: `c${n}` })}`;
    await file.writeFile(text);
    bytes += text.length;
  }
  await file.writeFile(']');
  await file.close();
  return bytes;
}
