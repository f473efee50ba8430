import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fsyncSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket, WebSocketServer } from 'ws';
import { startProxy } from '../src/gateway/capture/proxy/server.ts';
import { SpoolWriter } from '../src/gateway/capture/spool/writer.ts';
import { createLog } from '../src/gateway/deps.ts';
import { readConfig } from '../src/gateway/env.ts';
import { type Bench, measure } from './support.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixture = (name: string) => join(root, 'test/fixtures/capture/claude-code', name);

/** Everything is measured against its own yardstick in the same run; `dist` must be built. */
export const capture: Bench = {
  name: 'capture',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'dewey-bench-'));
    try {
      hookProcess(folder);
      await spool(folder);
      await proxy(folder);
      await imports(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const line = (text: string) => process.stdout.write(`${text}\n`);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** `dewey hook` as a process against `node -e 0`, in turns. Bar: 1.6 times. */
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
    hook.push(time([join(root, 'dist/main.js'), 'hook', 'UserPromptSubmit']));
  }
  line(
    `hook process: node -e 0 ${median(bare).toFixed(1)} ms, dewey hook ${median(hook).toFixed(1)} ms, ratio ${(median(hook) / median(bare)).toFixed(2)}`,
  );
}

/** A spooled event against a bare append and fsync. Bar: 3 times, over HTTP. */
async function spool(folder: string): Promise<void> {
  const event = JSON.parse(await readFile(fixture('hooks/PostToolUse.json'), 'utf8'));
  const text = Buffer.from(`${JSON.stringify(event)}\n`);
  const file = openSync(join(folder, 'bare'), 'a');
  const writer = new SpoolWriter(join(folder, 'spool'), () => new Date());
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', async () => {
      await writer.append({ kind: 'hook', at: '', event: JSON.parse(Buffer.concat(parts).toString()) });
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bare = await measure(300, 1, async () => {
    writeSync(file, text);
    fsyncSync(file);
  });
  const acknowledged = await measure(300, 1, () =>
    fetch(url, { method: 'POST', body: text }).then((r) => r.text()),
  );
  line(
    `spool over HTTP: append + fsync p50 ${bare.p50.toFixed(2)} ms, acknowledged p50 ${acknowledged.p50.toFixed(2)} ms, ratio ${(acknowledged.p50 / bare.p50).toFixed(2)}`,
  );
  await writer.seal();
  server.closeAllConnections();
  server.close();
}

/** A round trip through the proxy against the direct one. Bar: 2 ms more at p50. */
async function proxy(folder: string): Promise<void> {
  const upstream = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(upstream, 'listening');
  upstream.on('connection', (ws) =>
    ws.on('message', (data, isBinary) => ws.send(data, { binary: isBinary })),
  );
  const direct = `ws://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const config = readConfig({ DEWEY_PROXY_PORT: '0', DEWEY_UPSTREAMS: `echo=${direct}` });
  const writer = new SpoolWriter(join(folder, 'proxy'), () => new Date());
  let ids = 0;
  const newId = () => {
    ids += 1;
    return String(ids);
  };
  const running = await startProxy({
    config,
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

/** Whole imports as processes of their own. Bars: 10 MB/s and 200 MB for 100 MB; bounded memory for 1 GB. */
async function imports(folder: string): Promise<void> {
  const env = { PATH: process.env.PATH, DEWEY_DATA_DIR: join(folder, 'lake'), DEWEY_LOG_LEVEL: 'warn' };
  await mkdir(join(folder, 'transcripts'));
  const bytes = await transcripts(join(folder, 'transcripts'), 100_000_000);
  run(env, 'transcripts', bytes, join(folder, 'transcripts'));
  const exported = join(folder, 'conversations.json');
  const size = await chatExport(exported, Number(process.env.BENCH_EXPORT_BYTES ?? 1_000_000_000));
  run(env, 'ChatGPT export', size, exported);
}

function run(env: Record<string, string | undefined>, name: string, bytes: number, path: string): void {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(
    '/usr/bin/env',
    ['time', '-f', 'peak %M kB', process.execPath, join(root, 'dist/main.js'), 'import', path],
    { env, encoding: 'utf8' },
  );
  const seconds = (performance.now() - begun) / 1000;
  const peak = /peak (\d+) kB/.exec(stderr)?.[1];
  line(
    `import of ${name}: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s, peak ${peak ? `${Math.round(Number(peak) / 1000)} MB` : 'not measured'}, exit ${status}, ${stdout.split('\n')[1]}`,
  );
}

/** Copies of a real session under ids of their own. */
async function transcripts(folder: string, wanted: number): Promise<number> {
  const text = await readFile(fixture('session-long.jsonl'), 'utf8');
  let bytes = 0;
  for (let n = 0; bytes < wanted; n += 1) {
    const tag = n.toString(16).padStart(8, '0');
    const copy = text
      .replace(/("(?:uuid|sessionId|promptId)":")[0-9a-f]{8}/g, `$1${tag}`)
      .replace(/toolu_01../g, `toolu_${tag}`);
    // Uuids of one file differ in their last parts only from here on.
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
    // Most of an export's bytes are what is not conversation: tool output, pictures' descriptions, metadata.
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
