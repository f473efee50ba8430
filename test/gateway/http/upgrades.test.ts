import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const server = useServer(lake);

/** Sends bytes on a new connection and returns everything received until the server closes it. */
async function send(...pieces: string[]): Promise<string> {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8').setNoDelay(true);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await once(socket, 'close');
  return received;
}

const h2c =
  'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';

it('serves a request that offers HTTP/2 as plain HTTP/1.1', async () => {
  const answer = await send(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n${h2c}\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK.*ok$/s);
});

it('reads the body of such a request completely, however it is split', async () => {
  const body = JSON.stringify({ role: 'user', content: 'Bücher '.repeat(5000) });
  const length = Buffer.byteLength(body);
  const head = `POST /tools/dewey_store_message HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${h2c}\r\n`;
  const answer = await send(head, body.slice(0, 10), body.slice(10));
  expect(answer).toContain('200 OK');
  expect(answer).toContain('"turn_number":1');
});

it('answers successive requests on such a connection', async () => {
  const first = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n${h2c.replace(', close', '')}\r\n`;
  const second = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
  const answer = await send(first + second);
  expect(answer.match(/200 OK/g)).toHaveLength(2);
});

it('applies its guards to them', async () => {
  const answer = await send(`GET /tools HTTP/1.1\r\nHost: evil.example\r\n${h2c}\r\n`);
  expect(answer).toContain('403 Forbidden');
});

it('refuses a WebSocket from a foreign page before anything is opened', async () => {
  const answer = await send(
    'GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: https://evil.example\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 403/);
});
