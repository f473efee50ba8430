import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { catalog, gate, shut, useSockets } from '../../../support/gate.ts';
import { useServer } from '../../../support/gateway.ts';
import { useLake } from '../../../support/lake.ts';
import { TestSocket } from '../../../support/socket.ts';

const lake = useLake();
const server = useServer(lake, {}, catalog);
const { sockets, open } = useSockets();

describe('a WebSocket client', () => {
  it.each(['/mcp', '/ws', '/'])('is served at %s with the requested subprotocol', async (path) => {
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

  it('may state its capabilities as true or false, and a version that never was', async () => {
    const raw = new WebSocket(`${server.url.replace('http', 'ws')}/mcp`, 'mcp');
    const socket = new TestSocket(raw);
    sockets.push(socket);
    await once(raw, 'open');
    const { result } = await socket.request('initialize', {
      protocolVersion: '2024-11-25',
      capabilities: { tools: true, resources: true, sampling: false },
      clientInfo: { name: 'claude-code', version: '1.0' },
    });
    expect(result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'dewey' } });
  });

  it('gets answers as they are ready, not in the order of its requests', async () => {
    shut();
    const socket = await open(server.url);
    const slow = socket.call('wait');
    await socket.request('ping');
    gate.open();
    expect((await slow).result.structuredContent).toEqual({ aborted: false });
  });

  it('receives progress on request', async () => {
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

  it('can cancel: the call is aborted and gets no answer', async () => {
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

  it('keeps no session state after a drop: a new socket starts anew', async () => {
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

  it('is closed with 1009 for a frame over 16 MB, and the server continues', async () => {
    const socket = await open(server.url);
    const closed = once(socket.raw, 'close');
    socket.raw.send('x'.repeat(16_000_001));
    expect((await closed)[0]).toBe(1009);
    expect(await (await open(server.url)).request('ping')).toMatchObject({ result: {} });
  });
});

describe('a malformed message', () => {
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
  ])('is answered, and the connection stays open: %s', async (_, frame, id, code) => {
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

  it('is refused when it reuses an id before its answer', async () => {
    shut();
    const socket = await open(server.url);
    socket.send({ id: 'twice', method: 'tools/call', params: { name: 'wait', arguments: {} } });
    socket.send({ id: 'twice', method: 'ping' });
    const answer = await socket.frame((frame) => frame.id === 'twice');
    expect(answer.error.code).toBe(-32600);
  });

  it('is disconnected when it breaks the frame format, and others are unaffected', async () => {
    const other = await open(server.url);
    const socket = await open(server.url);
    const closed = once(socket.raw, 'close');
    // A frame with a reserved opcode, below the library.
    (socket.raw as WebSocket & { _socket: NodeJS.WritableStream })._socket.write(
      Buffer.from([0x8b, 0x80, 0, 0, 0, 0]),
    );
    expect((await closed)[0]).toBe(1002);
    expect(await other.request('ping')).toMatchObject({ result: {} });
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
