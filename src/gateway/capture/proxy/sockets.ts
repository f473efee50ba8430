import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type RawData, WebSocket, type WebSocketServer } from 'ws';
import type { Identity } from '../../auth/identity.ts';
import type { FrameBudget } from '../../http/frame-budget.ts';
import { refuseSocket } from '../../http/guarded-listener.ts';
import type { Recorder } from './recorder.ts';
import { RecordedSession } from './session.ts';

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

/** As RFC 6455 has them: the library refuses others, but only when the upstream has been asked already. */
const handshakeKey = /^[+/0-9A-Za-z]{22}==$/;
const protocolName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** What is offered; undefined for what is no offer. */
function offeredProtocols({ headers }: IncomingMessage): string[] | undefined {
  const offered = headers['sec-websocket-protocol'];
  if (offered === undefined) return [];
  const names = offered.split(',').map((name) => name.trim());
  return names.every((name) => protocolName.test(name)) && new Set(names).size === names.length
    ? names
    : undefined;
}

const isHandshake = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  handshakeKey.test(headers['sec-websocket-key'] ?? '') &&
  /^(8|13)$/.test(headers['sec-websocket-version'] ?? '');

/** What the two sides of a connection share with all others. */
export type Joining = { server: WebSocketServer; recorder: Recorder; budget: FrameBudget };

/**
 * Joins a client with an upstream. The client's handshake is answered when the upstream's has been, with the
 * subprotocol the upstream chose; a client whose upstream cannot be reached gets 502, and what is no handshake 400.
 */
export function joinSockets(
  { server, recorder, budget }: Joining,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  target: { name: string; url: string; query: URLSearchParams },
  identity: Identity,
): void {
  const protocols = offeredProtocols(request);
  const upstream =
    protocols && isHandshake(request) ? connectUpstream(target.url, protocols, request) : undefined;
  if (!upstream) {
    refuseSocket(socket, 400, 'This is no handshake of a WebSocket that can be passed on.');
    return;
  }
  let joined = false;
  upstream.on('error', () => {
    if (joined) upstream.terminate();
    else refuseSocket(socket, 502, `${target.name} cannot be reached.`);
  });
  socket.once('close', () => {
    if (!joined) upstream.terminate();
  });
  upstream.once('upgrade', ({ socket: wire }) => budget.watch(upstream, wire, false));
  upstream.once('open', () => {
    const session = new RecordedSession(recorder, {
      upstream: target.name,
      session:
        target.query.get('session_id')?.slice(0, 200) ??
        header(request, 'mcp-session-id') ??
        header(request, 'x-session-id'),
      client: header(request, 'user-agent'),
    });
    // The server asks which protocol to answer with while it completes this very handshake.
    Object.assign(request, { chosenProtocol: upstream.protocol });
    server.handleUpgrade(request, socket, head, (client) => {
      joined = true;
      budget.watch(client, socket, true);
      relay(client, upstream, (data) => session.frame(data, 'client'));
      relay(upstream, client, (data) => session.frame(data, 'upstream'));
      endTogether(client, upstream, session);
      client.once(
        'close',
        identity.whenEnded((reason) => client.close(unauthorized, reason)),
      );
    });
    if (!joined) upstream.terminate(); // the client has gone in the meantime
  });
}

/** Asks the upstream; undefined when what the client sent cannot be sent on. */
function connectUpstream(url: string, protocols: string[], request: IncomingMessage): WebSocket | undefined {
  try {
    return new WebSocket(url, protocols, {
      headers: passedHeaders(request.headers),
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      autoPong: false,
      handshakeTimeout: 10_000,
    });
  } catch {
    return undefined; // a header that may come in and not go out
  }
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;
};

/** Passes messages on as they come; a reader that is slow slows down its writer. */
function relay(from: WebSocket, to: WebSocket, record: (data: Buffer) => void): void {
  const passed = () => {
    if (from.isPaused && to.bufferedAmount < highWaterBytes) from.resume();
  };
  const pass = (send: () => void) => {
    if (to.readyState !== WebSocket.OPEN) return;
    send();
    if (to.bufferedAmount > highWaterBytes) from.pause();
  };
  from.on('message', (data: RawData, isBinary: boolean) =>
    pass(() => {
      const bytes = asBuffer(data);
      to.send(bytes, { binary: isBinary }, passed);
      if (!isBinary) record(bytes);
    }),
  );
  from.on('ping', (data: Buffer) => pass(() => to.ping(data, undefined, passed)));
  from.on('pong', (data: Buffer) => pass(() => to.pong(data, undefined, passed)));
}

const asBuffer = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);

function endTogether(client: WebSocket, upstream: WebSocket, session: RecordedSession): void {
  const passOn = (to: WebSocket, lost: string) => (code: number, reason: Buffer) => {
    // 1005 says that no code came. Others that are never sent, 1006 above all, tell of a loss.
    if (code === 1005) to.close();
    else if (isSendable(code)) to.close(code, reason);
    else to.close(1011, lost);
    // A side that does not answer the close does not keep the connection.
    setTimeout(() => to.terminate(), 5000).unref();
    session.end();
  };
  client.on('close', passOn(upstream, 'the client is gone'));
  upstream.on('close', passOn(client, 'the upstream is gone'));
  // A close follows each error, and tells the other side.
  client.on('error', () => client.terminate());
}

/** The codes of RFC 6455 that an endpoint may send. */
const isSendable = (code: number): boolean =>
  (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006) ||
  (code >= 3000 && code <= 4999);

/** A reason for a close in the 123 bytes it may have, no character of it cut. */
export function closeReason(text: string): string {
  let reason = text;
  while (Buffer.byteLength(reason) > 123) reason = reason.slice(0, -1);
  return reason.toWellFormed();
}
