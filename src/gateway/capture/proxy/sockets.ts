import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, type WebSocketServer } from 'ws';
import type { Identity } from '../../guards/identity.ts';
import type { Recorder } from './recorder.ts';
import type { RecordedSession } from './session.ts';

/** The largest message that passes; twice it may wait for a slow reader. */
export const maxMessageBytes = 128_000_000;
/** The close code for a client whose key has ended. */
const unauthorized = 4401;
const highWaterBytes = 8_000_000;

/** Headers that belong to one connection and are made anew for the next. */
const ownHeaders =
  /^(host|connection|upgrade|keep-alive|transfer-encoding|te|trailer|proxy-.*|content-length|sec-websocket-.*|x-dewey-key)$/i;

export const passedHeaders = (headers: IncomingMessage['headers']): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ownHeaders.test(name) ? [] : [[name, value]],
    ),
  );

/**
 * Joins a client with an upstream. The client's handshake is answered when the upstream's has been, with the
 * subprotocol the upstream chose; a client whose upstream cannot be reached gets 502.
 */
export function joinSockets(
  server: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  target: { name: string; url: string },
  recorder: Recorder,
  identity: Identity,
): void {
  const protocols = (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const upstream = new WebSocket(target.url, protocols, {
    headers: passedHeaders(request.headers),
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    autoPong: false,
    handshakeTimeout: 10_000,
  });
  // What the upstream says before the client's side is ready must not be lost.
  upstream.pause();
  const refuse = () => {
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    upstream.terminate();
  };
  upstream.once('error', refuse);
  socket.once('error', () => upstream.terminate());
  upstream.once('open', () => {
    upstream.off('error', refuse);
    const query = new URL(request.url ?? '/', 'http://proxy').searchParams;
    const session = recorder.session({
      upstream: target.name,
      session:
        query.get('session_id') ?? header(request, 'mcp-session-id') ?? header(request, 'x-session-id'),
      client: header(request, 'user-agent'),
    });
    // The server asks which protocol to answer with while it completes this very handshake.
    Object.assign(request, { chosenProtocol: upstream.protocol });
    server.handleUpgrade(request, socket, head, (client) => {
      relay(client, upstream, (data) => session.frame(data, 'client'));
      relay(upstream, client, (data) => session.frame(data, 'upstream'));
      endTogether(client, upstream, session);
      client.once(
        'close',
        identity.whenEnded((reason) => client.close(unauthorized, reason)),
      );
      upstream.resume();
    });
  });
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;
};

/** Passes messages on as they come; a reader that is slow slows down its writer. */
function relay(from: WebSocket, to: WebSocket, record: (data: Buffer) => void): void {
  from.on('message', (data: RawData, isBinary: boolean) => {
    if (to.readyState !== WebSocket.OPEN) return;
    const bytes = asBuffer(data);
    to.send(bytes, { binary: isBinary }, () => {
      if (from.isPaused && to.bufferedAmount < highWaterBytes) from.resume();
    });
    if (to.bufferedAmount > highWaterBytes) from.pause();
    if (!isBinary) record(bytes);
  });
  from.on('ping', (data: Buffer) => {
    if (to.readyState === WebSocket.OPEN) to.ping(data);
  });
  from.on('pong', (data: Buffer) => {
    if (to.readyState === WebSocket.OPEN) to.pong(data);
  });
}

const asBuffer = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);

function endTogether(client: WebSocket, upstream: WebSocket, session: RecordedSession): void {
  const passOn = (to: WebSocket, lost: string) => (code: number, reason: Buffer) => {
    // 1005 and 1006 are never sent: they say that no code came.
    if (code === 1006) to.close(1011, lost);
    else if (code === 1005) to.close();
    else to.close(code, reason);
    // A side that does not answer the close does not keep the connection.
    setTimeout(() => to.terminate(), 5000).unref();
    session.end();
  };
  client.on('close', passOn(upstream, 'the client is gone'));
  upstream.on('close', passOn(client, 'the upstream is gone'));
  // A close follows each error, and tells the other side.
  client.on('error', () => client.terminate());
  upstream.on('error', () => upstream.terminate());
}
