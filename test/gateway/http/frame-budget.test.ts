import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { shapeProblem } from '../../../src/handlers/tool/parse-json.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { TestSocket } from '../../support/socket.ts';

const lake = useLake();
const frames = { totalBytes: 10_000_000, graceMs: 600_000, bytesPerSecond: 1 };
const server = useServer(lake, {}, undefined, { frames });
const hasty = useServer(lake, {}, undefined, { frames: { ...frames, graceMs: 100, bytesPerSecond: 1e12 } });

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Begins a frame of 16 MB and sends this much of it. */
async function begin(url: string, bytes: number): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined); // the server closes it
  socket.write(
    'GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await once(socket, 'data');
  const head = Buffer.alloc(14);
  head.set([0x81, 0xff]);
  head.writeBigUInt64BE(15_999_999n, 2);
  socket.write(head);
  socket.write(Buffer.alloc(bytes, 'x'));
  return socket;
}

describe('unfinished messages', () => {
  it('share a bounded amount of memory: the largest are dropped, and complete messages pass', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => begin(server.url, 6_000_000)));
    for (const client of clients) client.resume();
    // There is room for one of them. Some may have been closed while others began.
    const closed = () => clients.filter((client) => client.closed).length;
    await expect.poll(closed, { timeout: 20_000 }).toBe(19);
    const client = await TestSocket.open(server.url);
    const content = 'x'.repeat(90_000);
    for (let i = 0; i < 20; i += 1)
      expect(
        (await client.call('dewey_store_message', { role: 'user', content })).result.isError,
      ).toBeFalsy();
    await client.close();
  }, 60_000);

  it('must arrive in time', async () => {
    const idle = await TestSocket.open(hasty.url);
    const slow = await begin(hasty.url, 1000);
    slow.resume();
    await once(slow, 'close');
    expect((await idle.request('ping')).result).toEqual({});
    await idle.close();
  });
});

describe('JSON that would block all other clients', () => {
  const many = (count: number, part: string) => `[${Array.from({ length: count }, () => part).join(',')}]`;
  const names = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`;

  it.each([
    ['deep', '['.repeat(7e6) + ']'.repeat(7e6), /deeper than 200/],
    ['deep objects', '{"a":'.repeat(2e6), /deeper than 200/],
    ['many lists', many(2e6, '[]'), /more than 500,000 values/],
    ['many names', names(500_000), /more than 10,000 members/],
    ['many objects', many(150_000, '{"a":1,"b":2,"c":3}'), /200,000 members/],
  ])('is refused before it is parsed: %s', async (_, body, problem) => {
    expect(shapeProblem(body)).toMatch(problem);
    const begun = performance.now();
    const response = await fetch(`${server.url}/tools/dewey_store_message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(problem)]);
    // Generous: parsing and validating it took seconds.
    expect(performance.now() - begun).toBeLessThan(3000);
    const overMcp = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body,
    });
    expect(overMcp.status).toBe(400);
  });

  it('does not include JSON that is merely long: texts with brackets, quotes and escapes, numbers, levels up to 200', () => {
    const text = JSON.stringify({ content: '[{,"\\'.repeat(500_000) });
    for (const fine of [text, many(400_000, '1.5'), '['.repeat(200) + ' '.repeat(5000) + ']'.repeat(200)])
      expect(shapeProblem(fine)).toBeUndefined();
  });
});
