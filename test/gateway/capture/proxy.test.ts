import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { keyringOf } from '../../../src/gateway/auth/load-keys.ts';
import { type CaptureService, createCapture } from '../../../src/gateway/capture/service.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { createRefusals } from '../../../src/gateway/http/refusals.ts';
import { forget, rowsOf } from '../../support/capture.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let capture: CaptureService;
let port: number;
let dataDir: string;
let web: Server;
let upstream: WebSocketServer;
/** An upstream that chooses no subprotocol. */
let choosing: WebSocketServer;
/** Stands for the gateway itself. */
let own: Server;
const seen: { data: Buffer; isBinary: boolean }[] = [];

/** An upstream that answers calls and echoes everything else. */
function answer(ws: WebSocket, data: Buffer, isBinary: boolean): void {
  seen.push({ data, isBinary });
  const text = isBinary ? '' : data.toString();
  if (!text.includes('tools/call')) {
    ws.send(data, { binary: isBinary });
    return;
  }
  const { id, params } = JSON.parse(text);
  if (params.name === 'drop') {
    ws.terminate();
    return;
  }
  if (params.name === 'send_to_models') {
    const result = { content: [{ type: 'text', text: JSON.stringify(runTold) }] };
    ws.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
    return;
  }
  ws.send(
    params.name === 'fail'
      ? JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'out of books' } })
      : JSON.stringify({
          jsonrpc: '2.0',
          id,
          result: { content: [{ type: 'text', text: `ran ${params.name}` }] },
        }),
  );
}

/** What an orchestrator tells of a run: no prompt, and one answer only as a file. */
const runTold = {
  correlation_id: 'run-7',
  timestamp: '2026-11-20T10:00:00Z',
  results: [
    {
      model: 'gpt-5',
      status: 'success',
      output: 'The third shelf. token=ghp_0123456789abcdefghijABCDEFGHIJ012345',
      tokens: { prompt: 12, completion: 4 },
      duration: 1.5,
    },
    { model: 'deepseek-r1', status: 'success', output_file: 'deepseek-r1.md', duration: 2 },
    { model: 'grok-4', status: 'failed', error: 'rate limited' },
  ],
};

/** An HTTP upstream that answers every call. */
function answerHttp(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/mcp?slow=1') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: first\n\n');
    request.resume().once('close', () => undefined);
    setTimeout(() => response.end('data: second\n\n'), 300);
    return;
  }
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const call = JSON.parse(Buffer.concat(parts).toString());
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'X-Seen': String(request.headers.authorization),
    });
    response.end(
      JSON.stringify({
        jsonrpc: '2.0',
        id: call.id,
        result: { content: [{ type: 'text', text: 'done' }] },
      }),
    );
  });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dewey-proxy-'));
  web = createServer(answerHttp);
  upstream = new WebSocketServer({ server: web, handleProtocols: (offered) => [...offered][0] ?? false });
  upstream.on('connection', (ws) =>
    ws.on('message', (data, isBinary) => answer(ws, data as Buffer, isBinary)),
  );
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const address = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  choosing = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => false });
  choosing.on('connection', (ws) => ws.on('message', (data) => ws.send(`heard ${String(data)}`)));
  await once(choosing, 'listening');
  own = createServer(answerHttp).listen(0, '127.0.0.1');
  await once(own, 'listening');
  const ownPort = (own.address() as AddressInfo).port;
  const silent = `127.0.0.1:${(choosing.address() as AddressInfo).port}`;
  const config = testConfig({
    DEWEY_DATA_DIR: dataDir,
    DEWEY_PROXY_PORT: '0',
    DEWEY_MCP_PORT: String(ownPort),
    DEWEY_WATCH: 'off',
    DEWEY_UPSTREAMS: `library=ws://${address},web=http://${address}/mcp,library2=ws://${address},plain=ws://${silent},itself=http://localhost:${ownPort}/mcp,gone=ws://127.0.0.1:9,nothing=http://127.0.0.1:9`,
  });
  const { db, deps } = lake;
  const log = createLog('silent');
  const keys = keyringOf(config, undefined, log);
  const refusals = createRefusals({ record: () => undefined }, deps.clock, null);
  capture = createCapture({ config, keys, db, log, newId: deps.newId, clock: deps.clock });
  port = (await capture.startProxy(refusals))?.port ?? 0;
  await capture.start();
});
afterAll(async () => {
  await capture.stop();
  upstream.close();
  for (const client of choosing.clients) client.terminate();
  choosing.close();
  own.closeAllConnections();
  own.close();
  web.closeAllConnections();
  await new Promise((resolve) => web.close(resolve));
  await rm(dataDir, { recursive: true });
});
afterEach(async () => {
  seen.length = 0;
  await forget(lake);
});

async function connect(query: string, protocols: string[] = []): Promise<WebSocket> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/?${query}`, protocols, { perMessageDeflate: false });
  await once(ws, 'open');
  return ws;
}
const call = (id: unknown, name: string, args: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
const stored = (count: number, source: string) =>
  vi.waitFor(
    async () => {
      const rows = await rowsOf(lake, source);
      expect(rows).toHaveLength(count);
      return rows;
    },
    { timeout: 5000 },
  );

describe('the capture proxy, WebSocket', () => {
  it('forwards frames unchanged and in order, text and binary, up to 10 MB', async () => {
    const ws = await connect('upstream=library', ['mcp']);
    expect(ws.protocol).toBe('mcp');
    const frames = [
      ...Array.from({ length: 500 }, (_, i) => `{"n": ${i},  "odd spacing":true}`),
      randomBytes(10_000_000),
      'é'.repeat(5_000_000),
    ];
    const back: Buffer[] = [];
    const all = new Promise<void>((resolve) => {
      ws.on('message', (data) => {
        back.push(data as Buffer);
        if (back.length === frames.length) resolve();
      });
    });
    for (const frame of frames) ws.send(frame);
    await all;
    expect(seen.map(({ isBinary }) => isBinary)).toEqual(frames.map((frame) => typeof frame !== 'string'));
    for (const [i, frame] of frames.entries()) {
      expect(seen[i]?.data.equals(Buffer.from(frame as string))).toBe(true);
      expect(back[i]?.equals(Buffer.from(frame as string))).toBe(true);
    }
    ws.close(4321, 'enough');
    const [code, reason] = await once(ws, 'close');
    expect([code, String(reason)]).toEqual([4321, 'enough']);
  });

  it('stores calls and results as one conversation per session', async () => {
    const ws = await connect('upstream=library&session_id=evening');
    ws.send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { clientInfo: { name: 'reader' } },
      }),
    );
    ws.send(call(1, 'lend', { title: 'Emma', api_key: 'q7w8e9r0t1' }));
    ws.send(call('1', 'fail'));
    ws.send(call(2, 'dewey_search', { query: 'not this one' }));
    const rows = await stored(4, 'proxy:library:evening');
    expect(rows.map(({ role, content }) => ({ role, content }))).toEqual(
      expect.arrayContaining([
        { role: 'user', content: 'lend {"api_key":"[redacted:secret_field]","title":"Emma"}' },
        { role: 'tool', content: 'ran lend' },
        { role: 'user', content: 'fail {}' },
        { role: 'tool', content: 'out of books' },
      ]),
    );
    expect(rows.find((row) => row.content === 'out of books')?.metadata).toMatchObject({
      is_error: true,
      error_code: -32000,
    });
    const [asked, ran] = ['lend {', 'ran lend'].map((text) =>
      rows.find((row) => row.content.startsWith(text)),
    );
    expect(ran?.metadata).toMatchObject({ tool: 'lend', tool_use_id: asked?.metadata.tool_use_id });
    expect(asked?.metadata.tool_use_id).toEqual(expect.any(String));
    const [conversation] = await lake.db.sql`select session_id, metadata from conversations`;
    expect(conversation).toMatchObject({
      sessionId: 'evening',
      metadata: { upstream: 'library', client: 'reader' },
    });
    ws.close();
  });

  it('reports an unknown upstream and one that is down', async () => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/?upstream=nobody`);
    const [code, reason] = await once(ws, 'close');
    expect(code).toBe(4001);
    expect(String(reason)).toContain('library');
    const offering = new WebSocket(`ws://127.0.0.1:${port}/?upstream=nobody`, ['mcp', 'other']);
    expect((await once(offering, 'close'))[0]).toBe(4001);
    const down = new WebSocket(`ws://127.0.0.1:${port}/?upstream=gone`);
    down.on('error', () => undefined);
    const [, response] = (await once(down, 'unexpected-response')) as [unknown, IncomingMessage];
    const [body] = (await once(response, 'data')) as [Buffer];
    expect(response.statusCode).toBe(502);
    expect(String(body)).toContain('gone cannot be reached: nothing listens at its address (ECONNREFUSED).');
  });

  it('joins a client that offers subprotocols to an upstream that chooses none', async () => {
    // The library refuses such a connection, as some clients do; others take it.
    const raw = connectTcp(port, '127.0.0.1');
    raw.write(
      [
        'GET /?upstream=plain HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Protocol: mcp',
        '\r\n',
      ].join('\r\n'),
    );
    const [head] = (await once(raw, 'data')) as [Buffer];
    expect(String(head)).toMatch(/^HTTP\/1\.1 101 /);
    expect(String(head)).not.toMatch(/sec-websocket-protocol/i);
    const text = Buffer.from('{"id":1}');
    raw.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]));
    const [frame] = (await once(raw, 'data')) as [Buffer];
    expect(frame.subarray(2).toString()).toBe('heard {"id":1}');
    raw.destroy();
  });

  it('does not record an upstream that says it is Dewey, or has its address, whatever its name', async () => {
    const ws = await connect('upstream=library2&session_id=own');
    ws.send(
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: { serverInfo: { name: 'dewey', version: '1' } } }),
    );
    await once(ws, 'message'); // the upstream echoes it
    await capture.settle(1000);
    ws.send(call(2, 'lend'));
    expect(String((await once(ws, 'message'))[0])).toContain('ran lend');
    ws.close();
    const other = await connect('upstream=library&session_id=other');
    other.send(call(1, 'lend'));
    await stored(2, 'proxy:library:other');
    other.close();
    expect(await rowsOf(lake, 'proxy:library2:own')).toHaveLength(0);
    const fetched = await fetch(`http://127.0.0.1:${port}/itself/mcp`, {
      method: 'POST',
      body: call(1, 'lend'),
    });
    expect(fetched.status).toBe(200);
    const again = await connect('upstream=library&session_id=after');
    again.send(call(1, 'lend'));
    await stored(2, 'proxy:library:after'); // what came before it is stored, too
    again.close();
    expect(await lake.db.sql`select from capture_sources where key like 'proxy:itself:%'`).toHaveLength(0);
  });

  it('closes when the upstream is lost, and marks the unanswered call', async () => {
    const ws = await connect('upstream=library&session_id=lost');
    ws.send(call(1, 'drop'));
    const [code] = await once(ws, 'close');
    expect(code).toBe(1011);
    const rows = await stored(2, 'proxy:library:lost');
    expect(rows[1]?.metadata).toMatchObject({ interrupted: true });
    expect(seen).toHaveLength(1);
  });

  it('keeps forwarding when nothing can be recorded', async () => {
    const append = vi.spyOn(capture.spool, 'append').mockRejectedValue(new Error('disk full'));
    const ws = await connect('upstream=library&session_id=unrecorded');
    ws.send(call(1, 'lend'));
    const [data] = await once(ws, 'message');
    expect(String(data)).toContain('ran lend');
    await vi.waitFor(() => expect(append).toHaveBeenCalledTimes(2));
    append.mockRestore();
    ws.close();
    expect(await rowsOf(lake, 'proxy:library:unrecorded')).toHaveLength(0);
  });

  it('refuses what a browser says another site asked for', async () => {
    const ask = async (site: string) => {
      const sent = request(`http://127.0.0.1:${port}/?upstream=library`, {
        headers: { 'sec-fetch-site': site },
      });
      sent.end();
      const [answer] = await once(sent, 'response');
      answer.resume();
      return answer.statusCode;
    };
    expect(await ask('cross-site')).toBe(403);
    expect(await ask('same-site')).toBe(403);
    expect(await ask('same-origin')).not.toBe(403);
  });

  it('refuses web pages of other origins', async () => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/?upstream=library`, { origin: 'https://evil.example' });
    const [error] = await once(ws, 'error');
    expect(String(error)).toContain('403');
  });
});

describe('the capture proxy, HTTP', () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });

  it('forwards a call with its headers, and stores it', async () => {
    const response = await post('/web/mcp', call(7, 'lend'), {
      Authorization: 'Bearer up',
      'Mcp-Session-Id': 'h1',
    });
    expect(response.headers.get('x-seen')).toBe('Bearer up');
    expect(await response.json()).toMatchObject({ id: 7 });
    const rows = await stored(2, 'proxy:web:h1');
    expect(rows.map((row) => row.content)).toEqual(['lend {}', 'done']);
    // A result carries the id of its call.
    const [asked, answered] = rows.map((row) => row.metadata?.tool_use_id);
    expect(asked).toMatch(/:7$/);
    expect(answered).toBe(asked);
  });

  it('streams server-sent events unbuffered', async () => {
    const response = await post('/web/mcp?slow=1', '{}');
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('data: first\n\n');
    const second = await reader?.read();
    expect(Buffer.from(second?.value ?? []).toString()).toBe('data: second\n\n');
  });

  it('answers 404 for an unknown upstream and 502 for one that is down', async () => {
    expect((await post('/nobody/mcp', '{}')).status).toBe(404);
    const down = await post('/nothing/mcp', '{}');
    expect(down.status).toBe(502);
    expect(await down.json()).toEqual({
      error: {
        kind: 'unavailable',
        message: 'nothing cannot be reached: nothing listens at its address (ECONNREFUSED).',
      },
    });
  });
});

describe('a run of an orchestrator', () => {
  it('becomes results of its conversation, once', async () => {
    const ws = await connect('upstream=library&session_id=of-a-run');
    ws.send(
      call(1, 'send_to_models', { prompt: 'Which shelf?', models: ['gpt-5', 'deepseek-r1', 'grok-4'] }),
    );
    await once(ws, 'message');
    ws.send(call(2, 'send_to_models', { prompt: 'Which shelf?' }));
    await once(ws, 'message');
    ws.close();
    const rows = await stored(4, 'proxy:library:of-a-run');
    const results = await lake.db.sql`
      select model, status, prompt, output, tokens_prompt, tokens_completion, duration_seconds, error_message,
        conversation_id, metadata, created_at
      from fiedler_results where correlation_id = 'run-7' order by id`;
    const [message] = await lake.db.sql`
      select conversation_id from capture_sources where key = 'proxy:library:of-a-run'`;
    expect(rows).toHaveLength(4);
    const shared = {
      prompt: 'Which shelf?',
      conversationId: message?.conversationId,
      metadata: { source: 'proxy', upstream: 'library' },
    };
    expect(results).toMatchObject([
      {
        ...shared,
        model: 'gpt-5',
        status: 'success',
        output: expect.stringMatching(/^The third shelf\. token=\[redacted/),
        tokensPrompt: 12,
        tokensCompletion: 4,
        durationSeconds: 1.5,
      },
      { ...shared, model: 'deepseek-r1', status: 'success', output: null, durationSeconds: 2 },
      { ...shared, model: 'grok-4', status: 'error', errorMessage: 'rate limited' },
    ]);
  });
});
