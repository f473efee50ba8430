import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { defaultSocketLimits } from '../../../src/gateway/mcp/websocket.ts';
import { createCatalog } from '../../../src/handlers/catalog.ts';
import contexts from '../../../src/handlers/contexts/index.ts';
import conversations from '../../../src/handlers/conversations/index.ts';
import { tool } from '../../../src/handlers/tool.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { TestSocket } from '../../support/socket.ts';

/** Calls that end when the test says so. */
const gate = { open: () => {}, entered: 0, most: 0 };
let opened = Promise.resolve();
const shut = () => {
  gate.entered = 0;
  gate.most = 0;
  opened = new Promise((resolve) => {
    gate.open = resolve;
  });
};

const wait = tool({
  name: 'wait',
  title: 'Wait',
  description: 'Wait until the test lets go.',
  effect: 'read',
  interactive: true,
  input: z.strictObject({}),
  output: z.object({ aborted: z.boolean().describe('Whether the client cancelled') }),
  async run(_, { call }) {
    gate.entered += 1;
    gate.most = Math.max(gate.most, gate.entered);
    await call?.exchange?.progress(1, 2);
    await opened;
    gate.entered -= 1;
    return { aborted: call?.exchange?.signal.aborted ?? false };
  },
});

const large = tool({
  name: 'large',
  title: 'Large',
  description: 'Give back much text.',
  effect: 'read',
  input: z.strictObject({ megabytes: z.int().describe('How much') }),
  output: z.object({ text: z.string().describe('Much') }),
  run: async ({ megabytes }) => ({ text: 'x'.repeat(megabytes * 1_000_000) }),
});

const catalog = createCatalog([
  conversations,
  contexts,
  { name: 'test', title: 'Test', tools: [wait, large] },
]);
const lake = useLake();
const server = useServer(lake, {}, catalog);
const strict = useServer(lake, {}, catalog, {
  socketLimits: {
    ...defaultSocketLimits,
    maxConnections: 3,
    maxRunning: 4,
    maxBufferedBytes: 3_000_000,
  },
});
const impatient = useServer(lake, {}, catalog, {
  socketLimits: { ...defaultSocketLimits, pingEveryMs: 100 },
});

const sockets: TestSocket[] = [];
const open = async (...args: Parameters<typeof TestSocket.open>) => {
  const socket = await TestSocket.open(...args);
  sockets.push(socket);
  return socket;
};
afterEach(async () => {
  gate.open();
  await Promise.all(sockets.splice(0).map((socket) => socket.close()));
});

describe('a WebSocket client', () => {
  it.each(['/mcp', '/ws', '/'])('is served at %s with the subprotocol it asked for', async (path) => {
    const socket = await open(server.url, path);
    expect(socket.raw.protocol).toBe('mcp');
    const { result } = await socket.request('tools/list');
    expect(result.tools.length).toBe(catalog.tools.length);
  });

  it('is served without a subprotocol as well', async () => {
    const raw = new WebSocket(`${server.url.replace('http', 'ws')}/mcp`);
    const socket = new TestSocket(raw);
    sockets.push(socket);
    await once(raw, 'open');
    expect(await socket.request('ping')).toMatchObject({ result: {} });
  });

  it('may send before anything is answered, and gets everything in order', async () => {
    const raw = new WebSocket(`${server.url.replace('http', 'ws')}/mcp`, 'mcp');
    const socket = new TestSocket(raw);
    sockets.push(socket);
    raw.on('open', () => {
      socket.send({
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 't', version: '1' },
        },
      });
      socket.send({ method: 'notifications/initialized' });
      socket.send({ id: 2, method: 'tools/list' });
    });
    await socket.frame((frame) => frame.id === 2);
    expect(socket.frames.map((frame) => frame.id)).toEqual([1, 2]);
  });

  it('gets answers as they are ready, not in the order of its requests', async () => {
    shut();
    const socket = await open(server.url);
    const slow = socket.call('wait');
    await socket.request('ping');
    gate.open();
    expect((await slow).result.structuredContent).toEqual({ aborted: false });
  });

  it('hears of progress when it asks for it', async () => {
    shut();
    const socket = await open(server.url);
    socket.send({
      id: 'p',
      method: 'tools/call',
      params: { name: 'wait', arguments: {}, _meta: { progressToken: 'token' } },
    });
    const progress = await socket.frame((frame) => frame.method === 'notifications/progress');
    expect(progress.params).toEqual({ progressToken: 'token', progress: 1, total: 2 });
  });

  it('can cancel: the call learns of it and nothing is answered', async () => {
    shut();
    const socket = await open(server.url);
    socket.send({ id: 'c', method: 'tools/call', params: { name: 'wait', arguments: {} } });
    await socket.request('ping');
    socket.send({ method: 'notifications/cancelled', params: { requestId: 'c' } });
    await socket.request('ping');
    gate.open();
    await socket.request('ping');
    expect(socket.frames.filter((frame) => frame.id === 'c')).toEqual([]);
  });

  it('keeps its session after a drop in nothing but its own memory: a new socket starts anew', async () => {
    const first = await open(server.url);
    const stored = await first.call('dewey_store_message', { role: 'user', content: 'Before the drop' });
    first.raw.terminate();
    const second = await open(server.url);
    const { conversation_id } = stored.result.structuredContent;
    const { result } = await second.call('dewey_get_conversation', { conversation_id });
    expect(result.structuredContent.messages[0].content).toBe('Before the drop');
  });

  it('stores 9 MB in one frame and reads it back', async () => {
    const socket = await open(server.url);
    const content = 'Bücher '.repeat(1_000_000);
    const stored = await socket.call('dewey_store_message', { role: 'user', content });
    const { conversation_id } = stored.result.structuredContent;
    const read = await socket.call('dewey_get_conversation', { conversation_id, max_chars: 10_000_000 });
    expect(read.result.structuredContent.messages[0].content).toBe(content);
  });

  it('is closed with 1009 for a frame over 16 MB, and the server goes on', async () => {
    const socket = await open(server.url);
    const closed = once(socket.raw, 'close');
    socket.raw.send('x'.repeat(16_000_001));
    expect((await closed)[0]).toBe(1009);
    expect(await (await open(server.url)).request('ping')).toMatchObject({ result: {} });
  });
});

describe('what is no proper message', () => {
  it.each([
    ['text that is not JSON', '{"jsonrpc":', null, -32700],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32600],
    ['a message of another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32600],
    ['a number', '42', null, -32600],
    ['null', 'null', null, -32600],
    ['parameters by position', '{"jsonrpc":"2.0","id":8,"method":"ping","params":[1]}', 8, -32600],
    ['metadata that are none', '{"jsonrpc":"2.0","id":8,"method":"ping","params":{"_meta":5}}', 8, -32600],
    [
      'a progress token that is none',
      '{"jsonrpc":"2.0","id":8,"method":"ping","params":{"_meta":{"progressToken":{}}}}',
      8,
      -32600,
    ],
    [
      'a task that is none',
      '{"jsonrpc":"2.0","id":8,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/related-task":5}}}',
      8,
      -32600,
    ],
    ['a member too many', '{"jsonrpc":"2.0","id":8,"method":"ping","more":true}', 8, -32600],
    ['an unknown method', '{"jsonrpc":"2.0","id":9,"method":"no/such"}', 9, -32601],
    [
      'an unknown tool',
      '{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"nothing"}}',
      10,
      -32602,
    ],
  ])('is answered, and the connection goes on: %s', async (_, frame, id, code) => {
    const socket = await open(server.url);
    socket.raw.send(frame);
    const answer = await socket.frame((received) => received.error !== undefined);
    expect(answer).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    expect(await socket.request('ping')).toMatchObject({ result: {} });
  });

  it('is answered when it is binary', async () => {
    const socket = await open(server.url);
    socket.raw.send(Buffer.from([1, 2, 3]));
    const answer = await socket.frame((frame) => frame.error !== undefined);
    expect(answer.error.code).toBe(-32700);
    expect(await socket.request('ping')).toMatchObject({ result: {} });
  });

  it('is refused when an id is used again before its answer', async () => {
    shut();
    const socket = await open(server.url);
    socket.send({ id: 'twice', method: 'tools/call', params: { name: 'wait', arguments: {} } });
    socket.send({ id: 'twice', method: 'ping' });
    const answer = await socket.frame((frame) => frame.id === 'twice');
    expect(answer.error.code).toBe(-32600);
  });

  it('is cut off when it breaks the frame format, and others are not disturbed', async () => {
    const other = await open(server.url);
    const socket = await open(server.url);
    const closed = once(socket.raw, 'close');
    // A frame of a reserved kind, below the library.
    (socket.raw as WebSocket & { _socket: NodeJS.WritableStream })._socket.write(
      Buffer.from([0x8b, 0x80, 0, 0, 0, 0]),
    );
    expect((await closed)[0]).toBe(1002);
    expect(await other.request('ping')).toMatchObject({ result: {} });
  });
});

describe('limits', () => {
  it('answers 503 to more sockets than it takes, and takes them when others have gone', async () => {
    const held = await Promise.all([1, 2, 3].map(() => open(strict.url)));
    const refused = new WebSocket(`${strict.url.replace('http', 'ws')}/mcp`, 'mcp');
    refused.on('error', () => undefined); // the refusal; its status is what is checked
    const [, response] = await once(refused, 'unexpected-response');
    expect(response.statusCode).toBe(503);
    await held[0]?.close();
    await expect
      .poll(() =>
        open(strict.url).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('takes no more frames while as many requests run as it allows', async () => {
    shut();
    const socket = await open(strict.url);
    const padding = { padding: 'x'.repeat(20_000) };
    const calls = Array.from({ length: 200 }, () =>
      socket.request('tools/call', { name: 'wait', arguments: {}, _meta: padding }),
    );
    await expect.poll(() => gate.entered).toBeGreaterThanOrEqual(4);
    await (await open(strict.url)).request('ping');
    // Frames that had come in one piece with the fourth still run; the others wait.
    expect(gate.most).toBeLessThan(40);
    gate.open();
    await Promise.all(calls);
  });

  it('lets go of a client that asks for much and reads nothing', async () => {
    const socket = await open(strict.url);
    const closed = once(socket.raw, 'close');
    socket.raw.pause();
    for (let id = 100; id < 140; id += 1)
      socket.send({ id, method: 'tools/call', params: { name: 'large', arguments: { megabytes: 2 } } });
    await expect
      .poll(async () => {
        const probe = await open(strict.url);
        const alive = await probe.request('ping');
        await probe.close();
        return alive.result;
      })
      .toEqual({});
    socket.raw.resume();
    expect([4008, 1006]).toContain((await closed)[0]);
  });

  it('lets go of a peer that answers no ping', async () => {
    const { port, hostname } = new URL(impatient.url);
    const silent = connect(Number(port), hostname);
    silent.write(
      `GET /mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    await once(silent, 'data');
    await once(silent.resume(), 'close');
    expect(silent.destroyed).toBe(true);
  });

  it('answers pings of a living peer for as long as it lives', async () => {
    const socket = await open(impatient.url);
    let pings = 0;
    await new Promise<void>((resolve) =>
      socket.raw.on('ping', () => {
        pings += 1;
        if (pings === 4) resolve();
      }),
    );
    expect(await socket.request('ping')).toMatchObject({ result: {} });
  });

  it('survives a storm of clients that come and go', async () => {
    for (let round = 0; round < 5; round += 1) {
      const storm = await Promise.all(Array.from({ length: 40 }, () => TestSocket.open(server.url)));
      for (const socket of storm) {
        socket.send({ id: 'last', method: 'tools/list' });
        socket.raw.terminate();
      }
    }
    const socket = await open(server.url);
    const { result } = await socket.call('dewey_store_message', { role: 'user', content: 'After the storm' });
    expect(result.structuredContent.turn_number).toBe(1);
  });
});

describe('an old client', () => {
  it('is sent neither output schemas nor structured content', async () => {
    const socket = await open(server.url, '/mcp', '2025-03-26');
    const { result } = await socket.request('tools/list');
    expect(result.tools.filter((listed: object) => 'outputSchema' in listed)).toEqual([]);
    const called = await socket.call('dewey_get_startup_context');
    expect(called.result).toEqual({ content: [{ type: 'text', text: 'null' }] });
  });

  it('of today gets null as text and inside structured content', async () => {
    const socket = await open(server.url);
    const called = await socket.call('dewey_get_startup_context');
    expect(called.result).toEqual({
      content: [{ type: 'text', text: 'null' }],
      structuredContent: { result: null },
    });
  });
});
