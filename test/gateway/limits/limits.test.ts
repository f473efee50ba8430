import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../src/gateway/config/env.ts';
import { mcpClient, restClient } from '../../support/clients.ts';
import { useServer } from '../../support/gateway.ts';
import { holdStores } from '../../support/held.ts';
import { bearer, openWith } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';
import { openSession, post, rpc } from '../../support/mcp.ts';
import { TestSocket } from '../../support/socket.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
const names = ['one', 'two', 'three', 'four', 'five', 'six'];
const secretOf = (name: string) => `the-secret-of-${name}`;
const server = useServer(lake, {
  DEWEY_LIMITS: 'requests=10,connections=2,concurrent=2,body=1,frame=1',
  DEWEY_DECISION_LIMITS: 'off',
  DEWEY_API_KEYS: names.map((name) => `${name}:write:${secretOf(name)}`).join(','),
});
const open = useServer(lake, { DEWEY_LIMITS: 'requests=10' });

const list = (headers: Record<string, string>, url = server.url) =>
  fetch(`${url}/tools/dewey_list_conversations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"limit":1}',
  });

describe('requests', () => {
  it('count each key separately, warn from 80 % on in headers and results, and say how long to wait', async () => {
    const headers = bearer(secretOf('one'));
    const seen = [];
    for (let n = 0; n < 10; n += 1) {
      const response = await list(headers);
      const { limit_warning } = (await response.json()) as { limit_warning?: string };
      seen.push([response.headers.get('ratelimit-remaining'), limit_warning]);
    }
    expect(seen.slice(0, 7)).toEqual(Array(7).fill([null, undefined]));
    expect(seen.slice(7)).toEqual(
      [8, 9, 10].map((n) => [String(10 - n), expect.stringContaining(`${n} of 10 requests per minute`)]),
    );
    // Whatever is requested, and however.
    for (const path of ['/tools', '/mcp', '/metrics', '/openapi.json', '/nowhere']) {
      const refused = await fetch(server.url + path, { headers });
      expect([path, refused.status]).toEqual([path, 429]);
      const { error } = (await refused.json()) as { error: { data: { retry_after: number } } };
      expect(error).toMatchObject({ kind: 'rate_limited', code: -32008, data: { limit: 10 } });
      expect(refused.headers.get('retry-after')).toBe(String(error.data.retry_after));
      expect(error.data.retry_after).toBeLessThanOrEqual(60);
    }
    expect((await fetch(`${server.url}/readyz`, { headers })).status).toBe(200);
    expect((await list(bearer(secretOf('two')))).status).toBe(200);
  });

  it('count each message of a batch, and refuse one as a whole', async () => {
    const headers = bearer(secretOf('six'));
    const batch = (n: number) =>
      post(
        server.url,
        Array.from({ length: n }, (_, id) => rpc('ping', {}, id)),
        { ...headers, 'Mcp-Protocol-Version': '2025-03-26' },
      );
    const first = await batch(4);
    expect(first.status).toBe(200);
    const refused = await batch(7);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { kind: 'rate_limited', data: { limit: 10 } } });
  });

  it('count frames of a WebSocket, and answer in the format of the request', async () => {
    const socket = await TestSocket.open(server.url, '/mcp', '2025-11-25', bearer(secretOf('three')));
    const replies = []; // the upgrade and the handshake were three
    for (let n = 0; n < 7; n += 1) replies.push((await socket.call('dewey_list_conversations', {})).result);
    expect(replies.map(({ structuredContent }) => structuredContent.limit_warning)).toEqual([
      ...Array(4).fill(undefined),
      ...[8, 9, 10].map((n) => expect.stringContaining(`${n} of 10`)),
    ]);
    const { result } = await socket.call('dewey_list_conversations', {});
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      error: { kind: 'rate_limited', data: { retry_after: expect.any(Number) } },
    });
    expect(await socket.request('tools/list')).toMatchObject({
      error: { code: -32008, data: { kind: 'rate_limited', retry_after: expect.any(Number) } },
    });
    await socket.close();
  });

  it('warn in a way that clients accept which validate results against the listed schemas', async () => {
    const client = await mcpClient('ws', open.url);
    const warnings = [];
    for (let n = 0; n < 6; n += 1)
      warnings.push((await client.call('dewey_list_startup_contexts', {})).limit_warning);
    expect(warnings.at(-1)).toContain('of 10 requests per minute');
    await client.close();
  });

  it('without keys count sessions and sockets separately, and everything else by its address', async () => {
    const session = await openSession(open.url);
    const invented = { ...session, 'Mcp-Session-Id': 'made-up' };
    const sockets = [await TestSocket.open(open.url), await TestSocket.open(open.url)];
    for (const socket of sockets) {
      for (let n = 0; n < 8; n += 1) await socket.call('dewey_list_conversations', {});
      expect((await socket.call('dewey_list_conversations', {})).result.isError).toBe(true);
    }
    for (let n = 0; n < 9; n += 1)
      expect((await post(open.url, rpc('tools/list'), session)).status).toBe(200);
    expect((await post(open.url, rpc('tools/list'), session)).status).toBe(429);
    await eventually(async () => (await list({}, open.url)).status === 429);
    expect((await post(open.url, rpc('tools/list'), invented)).status).toBe(429);
    for (const socket of sockets) await socket.close();
  });
});

describe('gateways on one database', () => {
  const env = { DEWEY_LIMITS: 'requests=200' };
  // Other gateways of this file have counted the same address in theirs.
  const own = useLake();
  const both = [useServer(own, env), useServer(own, env)] as const;

  it('count together: a limit used up at one is soon enforced at the other', async () => {
    for (let n = 0; n < 200; n += 1) expect((await list({}, both[0].url)).status).toBe(200);
    let passed = 0;
    const refused = await eventually(async () => {
      const response = await list({}, both[1].url);
      if (response.status === 429) return response;
      passed += 1;
      return undefined;
    });
    expect(passed).toBeLessThan(100);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  });
});

describe('concurrency', () => {
  it('calls: one too many is refused, and accepted when another has ended', async () => {
    const client = restClient(server.url, secretOf('four'));
    const held = await holdStores(lake);
    const store = () => client.call('dewey_store_message', { role: 'user', content: 'patience' });
    const running = [store(), store()];
    await eventually(() => held.waiting(2));
    await expect(store()).rejects.toMatchObject({
      body: {
        error: { kind: 'rate_limited', message: 'More than 2 concurrent calls.', data: { retry_after: 1 } },
      },
    });
    await held.letGo();
    for (const reply of running) expect(await reply).toMatchObject({ turn_number: 1 });
    expect(await store()).toMatchObject({ turn_number: 1 });
  });

  it('connections: one too many is refused, and accepted when another is closed', async () => {
    const secret = secretOf('five');
    const first = await openWith(server.url, secret);
    const session = await openSession(server.url, bearer(secret));
    const listen = () => fetch(`${server.url}/mcp`, { headers: { ...session, accept: 'text/event-stream' } });
    const stream = await listen();
    expect(stream.status).toBe(200);
    await expect(openWith(server.url, secret)).rejects.toThrow('429');
    first.socket.close();
    await first.closed;
    const again = await eventually(() => openWith(server.url, secret).catch(() => undefined));
    again.socket.close();
    await stream.body?.cancel();
  });
});

describe('sizes', () => {
  const large = 'x'.repeat(1_100_000);

  it('a body that is too large is refused, a frame closes its socket', async () => {
    const body = JSON.stringify({ role: 'user', content: large });
    const sent = await fetch(`${server.url}/tools/dewey_store_message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(secretOf('two')) },
      body,
    });
    expect([sent.status, await sent.json()]).toMatchObject([413, { error: { data: { limit: 1_000_000 } } }]);
    const { socket, closed } = await openWith(server.url, secretOf('two'));
    socket.on('error', () => undefined); // the close gives the reason
    socket.send(body);
    expect((await closed).code).toBe(1009);
  });
});

describe('DEWEY_LIMITS', () => {
  it('takes names and numbers; limits that are not named keep their defaults', () => {
    expect(readConfig({}).limits).toMatchObject({ requests: 60_000, everyone: false });
    expect(readConfig({ DEWEY_LIMITS: 'off' }).limits).toMatchObject({ requests: null, concurrent: null });
    expect(readConfig({ DEWEY_LIMITS: 'requests=off, body=2' }).limits).toMatchObject({
      requests: null,
      connections: 200,
      bodyBytes: 2_000_000,
      everyone: true,
    });
    for (const wrong of ['requests', 'requests=many', 'calls=3', 'requests=0', 'body=17', 'requests=1,'])
      expect(() => readConfig({ DEWEY_LIMITS: wrong }), wrong).toThrow(ConfigError);
  });
});
