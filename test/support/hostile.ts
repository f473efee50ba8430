import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';

/** Requests, handshakes and bytes as no well-behaved client sends them, as raw bytes. */

const targets = [
  ...[
    '/',
    '//',
    '///',
    '//:99999/',
    '//[',
    'http://[',
    'http://evil.example/',
    '*',
    '/..',
    '/../..',
    '',
    '/%',
    '/\\',
  ],
  ...[
    '/?upstream=%',
    `/?upstream=${'%E4%B8%AD'.repeat(40)}`,
    '/?upstream=wild',
    '//?upstream=wild',
    '/x?upstream=wild',
  ],
  ...[
    '/?upstream=__proto__',
    '/__proto__/mcp',
    '/constructor',
    '/wild/mcp',
    '/wild',
    '/wild/',
    '/wild/mcp/below?a=1',
  ],
  ...[
    '/wild/../x',
    '/wild/..%2fx',
    '/wild/%2e%2e/x',
    '/wild/%252e%252e/x',
    '/wild/..;/x',
    '/wild//evil.example/x',
  ],
  ...[
    '/wild/\\..\\x',
    '/wild/.%2e/.%2E/',
    '/wild/a/../../..',
    '/wild/%c0%ae%c0%ae/x',
    '/wild/http://evil.example/',
  ],
  ...[
    '/mcp',
    '/ws',
    '/tools',
    '/tools/dewey_search',
    '/tools/..',
    '/export/lake',
    '/export/conversations',
    '/backup',
  ],
  ...[
    '/metrics',
    '/capture',
    '/capture/store',
    '/admin/keys_list',
    '/hooks/claude-code',
    '/hooks/github',
    '/healthz',
  ],
  ...[
    '/readyz',
    '/openapi.json',
    '/decisions/x',
    '/healthz/..',
    '//healthz',
    '/HEALTHZ',
    '/healthz?x',
    '/healthz%2f../tools',
  ],
];
const methods = [
  'GET',
  'GET',
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'DELETE',
  'PUT',
  'PRI',
  'get',
  'X',
];
const handshake = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const headerSets: string[][] = [
  [],
  [...handshake, key],
  [...handshake, key, 'Sec-WebSocket-Protocol: mcp'],
  [...handshake, key, 'Sec-WebSocket-Protocol: a, a'],
  [...handshake, key, 'Sec-WebSocket-Protocol: ,'],
  [...handshake, key, 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99'],
  [...handshake],
  [...handshake, 'Sec-WebSocket-Key: short'],
  ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 99', key],
  ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
  ['Connection: Upgrade', 'Upgrade: nothing, websocket'],
  ['Expect: 100-continue', 'Content-Length: 2'],
  ['Expect: the unexpected'],
  ['Content-Length: 5', 'Transfer-Encoding: chunked'],
  ['Transfer-Encoding: chunked'],
  ['Content-Length: -1'],
  ['Content-Length: 99999999999999999999'],
  ['Content-Type: application/json', 'Content-Length: 2'],
  ['Mcp-Session-Id: x', 'Accept: text/event-stream'],
  ['Origin: https://evil.example'],
  ['X-Odd: \u0001\u007f\u00ff'],
  ['Cookie: a=b\nX-Split: yes'],
  [`X-Long: ${'x'.repeat(20_000)}`],
  Array.from({ length: 3000 }, (_, i) => `X${i}: 1`),
];
/** Those that reach an upstream. */
const passing = headerSets.filter((lines) =>
  [[], /websocket/, /h2c/, /^Transfer-Encoding/, /json/, /^Mcp/].some((kind) =>
    kind instanceof RegExp ? kind.test(lines.join('; ')) : lines.length === 0,
  ),
);
const hosts = [
  '127.0.0.1',
  '127.0.0.1',
  'localhost',
  '[::1]:80',
  'evil.example',
  '[',
  ':',
  '127.0.0.1:99999',
  '',
];
const bodies = [
  '',
  '{}',
  '5\r\nhello\r\n0\r\n\r\n',
  'GET /secret HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  '0\r\n\r\nGET /secret HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Hostile: keyed\r\n\r\n',
  '\u0081\u0080\u0000\u0000\u0000\u0000',
  '\u0088\u0082\u0000\u0000\u0000\u0000\u0003\u00ed', // a close with 1005
  '\u0088\u0082\u0000\u0000\u0000\u0000\u0003\u00e7', // with 999
  '\u0089\u00fe\u0080\u0000', // an oversized ping
  '\u00f1\u0080\u0000\u0000\u0000\u0000',
  '\u0001\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff',
];
const endings = ['wait', 'end', 'reset', 'destroy'] as const;

export type Shot = { bytes: Buffer; keyed: boolean; ending: (typeof endings)[number]; target: string };

/**
 * Requests with individually odd parts, and bytes that are not requests; some with the headers of a key.
 *
 * @param admitted all of them pass the proxy's checks and name its upstream; only their targets, bodies and endings are
 * odd.
 */
export const shots = (keyHeaders: readonly string[], admitted = false): fc.Arbitrary<Shot> => {
  const target = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...targets) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `/${text}`) },
    { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true }) },
  );
  const below = fc.oneof(fc.constantFrom(...targets.filter((one) => one.includes('wild'))), {
    weight: 3,
    arbitrary: fc.constantFrom('/wild/mcp', '/wild/mcp/below?a=1', '/?upstream=wild'),
  });
  const request = fc
    .record({
      target: admitted ? below : target,
      method: fc.constantFrom(...(admitted ? ['GET', 'GET', 'GET', 'POST'] : methods)),
      headers: fc.constantFrom(...(admitted ? passing : headerSets)),
      host: fc.constantFrom(...(admitted ? ['127.0.0.1'] : hosts)),
      body: fc.constantFrom(...bodies),
      keyed: admitted ? fc.constant(true) : fc.boolean(),
      ending: fc.constantFrom(...endings),
    })
    .map(({ target, method, headers, host, body, keyed, ending }) => {
      const lines = [
        `${method} ${target} HTTP/1.1`,
        `Host: ${host}`,
        ...(keyed ? keyHeaders : []),
        ...headers,
      ];
      return { bytes: Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'), keyed, ending, target };
    });
  const bytes = fc
    .record({ bytes: fc.uint8Array({ maxLength: 300 }), ending: fc.constantFrom(...endings) })
    .map((shot) => ({ bytes: Buffer.from(shot.bytes), ending: shot.ending, keyed: false, target: '' }));
  return admitted ? request : fc.oneof({ weight: 12, arbitrary: request }, { weight: 1, arbitrary: bytes });
};

/** Sends it and returns the beginning of the answer, after a timeout at the latest. */
export async function fire(port: number, { bytes, ending }: Shot, patienceMs = 150): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.on('error', () => undefined); // the server may do to it what it wants
  socket.on('data', (chunk) => {
    if (answer.length < 1000) answer += chunk.toString('latin1');
  });
  await once(socket, 'connect');
  socket.write(bytes);
  if (ending === 'end') socket.end();
  if (ending === 'reset') setImmediate(() => socket.resetAndDestroy());
  await Promise.race([
    once(socket, 'close').catch(() => undefined), // reset
    new Promise((resolve) => setTimeout(resolve, patienceMs)),
  ]);
  socket.destroy();
  return answer;
}

const accept = (request: string): string => {
  const [, sent = ''] = /^sec-websocket-key: (.+)\r$/im.exec(request) ?? [];
  return createHash('sha1').update(`${sent}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
};
const open = (request: string): string =>
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept(request)}\r\n\r\n`;

/** Answers of a broken upstream. */
const answers: ((request: string) => string)[] = [
  () => 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n',
  () => 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n',
  () => 'HTTP/1.1 600 Odd\r\nContent-Length: 0\r\n\r\n',
  () => 'HTTP/1.1 101 Odd\r\nConnection: Upgrade\r\nUpgrade: odd\r\n\r\nodd',
  () => 'HTTP/1.1 200 O\u0001K\r\nX-Odd: a\u007fb\r\nContent-Length: 0\r\n\r\n',
  () => 'HTTP/1.1 200 OK\r\nX-Odd: a\rSet-Cookie: b\r\nContent-Length: 0\r\n\r\n',
  () => 'HTTP/1.1 204 None\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  () => 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort',
  () => 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{',
  () => 'garbage\r\n\r\n',
  () => '',
  (request) => `${open(request)}\u0088\u0002\u0003\u00ed`,
  (request) => `${open(request)}\u0088\u0002\u0003\u00e7`,
  (request) => `${open(request)}\u0088\u0002\u0013\u0088`,
  (request) => `${open(request)}\u00f1\u0005hello\u0089\u007f`,
  (request) => `${open(request).replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: unasked\r\n\r\n')}`,
  () =>
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: no\r\n\r\n',
];

/** An upstream that answers each connection with the next of its odd answers. */
export async function wildUpstream(): Promise<{
  port: number;
  requests: string[];
  server: Server;
  close(): void;
}> {
  const requests: string[] = [];
  const open = new Set<Socket>();
  let next = 0;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined); // its peer may do as it likes
    socket.on('close', () => open.delete(socket));
    let upgraded = false;
    socket.on('data', (chunk) => {
      if (upgraded) return; // frames of a WebSocket are not requests
      const text = chunk.toString('latin1');
      requests.push(text);
      next += 1;
      const answer = answers[next % answers.length]?.(text) ?? '';
      upgraded = answer.startsWith('HTTP/1.1 101') && /^upgrade: websocket\r$/im.test(text);
      if (next % 7 === 0) socket.resetAndDestroy();
      else socket.end(answer, 'latin1');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    requests,
    server,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
