import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { defaultSocketLimits } from '../../../src/gateway/mcp/websocket/sockets.ts';
import { catalog, gate, shut, useSockets } from '../../support/gate.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { TestSocket } from '../../support/socket.ts';

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

const { open } = useSockets();

describe('limits of WebSockets', () => {
  it('answers 503 to excess sockets, and accepts them when others have closed', async () => {
    const held = await Promise.all([1, 2, 3].map(() => open(strict.url)));
    const refused = new WebSocket(`${strict.url.replace('http', 'ws')}/mcp`, 'mcp');
    refused.on('error', () => undefined); // the refusal; its status is checked
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

  it('takes no more frames while the maximum of requests is running', async () => {
    shut();
    const socket = await open(strict.url);
    const padding = { padding: 'x'.repeat(20_000) };
    const calls = Array.from({ length: 200 }, () =>
      socket.request('tools/call', { name: 'wait', arguments: {}, _meta: padding }),
    );
    await expect.poll(() => gate.entered).toBeGreaterThanOrEqual(4);
    await (await open(strict.url)).request('ping');
    // Frames that arrived together with the fourth still run; the others wait.
    expect(gate.most).toBeLessThan(40);
    gate.open();
    await Promise.all(calls);
  });

  it('disconnects a client that requests much and reads nothing', async () => {
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

  it('disconnects a peer that does not answer pings', async () => {
    const { port, hostname } = new URL(impatient.url);
    const silent = connect(Number(port), hostname);
    silent.write(
      `GET /mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    await once(silent, 'data');
    await once(silent.resume(), 'close');
    expect(silent.destroyed).toBe(true);
  });

  it('keeps a responsive peer connected', async () => {
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
