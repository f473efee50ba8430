import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type RawData, WebSocket, type WebSocketServer } from 'ws';
import type { Identity } from '../../auth/identity.ts';
import type { FrameBudget } from '../../http/frame-budget.ts';
import { refuseSocket } from '../../http/guarded-listener.ts';
import type { Recorder } from './recorder.ts';
import { RecordedSession } from './session.ts';

/** Maximum message size; twice as much may be queued for a slow reader. */
export const maxMessageBytes = 128_000_000;
/** WebSocket close code for a client whose key is no longer valid. */
const unauthorized = 4401;
const highWaterBytes = 8_000_000;

/** Headers that apply to one connection and are generated for the next. */
const ownHeaders =
  /^(host|connection|upgrade|keep-alive|transfer-encoding|te|trailer|proxy-.*|content-length|sec-websocket-.*|x-dewey-key)$/i;

export const passedHeaders = (headers: IncomingMessage['headers']): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ownHeaders.test(name) ? [] : [[name, value]],
    ),
  );

/** As in RFC 6455. The library refuses others too, but only after the upstream has been contacted. */
const handshakeKey = /^[+/0-9A-Za-z]{22}==$/;
const protocolName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The offered subprotocols; undefined when the header is invalid. */
export function offeredProtocols({ headers }: IncomingMessage): string[] | undefined {
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

/** What all connections share. */
export type Joining = { server: WebSocketServer; recorder: Recorder; budget: FrameBudget };

/**
 * Connects a client to an upstream. The client's handshake is answered after the upstream's, with the subprotocol that the
 * upstream chose; an unreachable upstream is answered with 502, an invalid handshake with 400.
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
  const connect = (offered: string[]): boolean => {
    const upstream = connectUpstream(target.url, offered, request);
    if (!upstream) return false;
    let joined = false;
    const gone = () => {
      if (!joined) upstream.terminate();
    };
    upstream.on('error', (error) => {
      if (joined) upstream.terminate();
      // A server may accept without choosing a subprotocol; the library accepts that only where none was offered.
      else if (offered.length > 0 && error.message === 'Server sent no subprotocol') {
        socket.off('close', gone);
        connect([]);
      } else refuseSocket(socket, 502, `${target.name} cannot be reached: ${reasonOf(error)}.`);
    });
    socket.once('close', gone);
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
      // The server reads the subprotocol while it completes this handshake.
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
      if (!joined) upstream.terminate(); // the client has disconnected in the meantime
    });
    return true;
  };
  if (!protocols || !isHandshake(request) || !connect(protocols))
    refuseSocket(socket, 400, 'This is not a WebSocket handshake that can be forwarded.');
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name could not be looked up',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'its host cannot be reached',
  ECONNRESET: 'it closed the connection',
};

/** Why an upstream cannot be reached, in words and with the code of the system. */
export function reasonOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  const known = reasons[code];
  return known === undefined ? oneLine(error.message) || code || 'no reason was given' : `${known} (${code})`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);

/** Connects to the upstream; undefined when the client's headers cannot be forwarded. */
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
    return undefined; // a header that Node accepts on input but refuses to send
  }
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;
};

/** Forwards messages; a slow reader slows down its writer. */
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
    // 1005 means that no code was sent. Other codes that must not be sent, above all 1006, mean a lost connection.
    if (code === 1005) to.close();
    else if (isSendable(code)) to.close(code, reason);
    else to.close(1011, lost);
    // A side that does not answer the close frame must not keep the connection open.
    setTimeout(() => to.terminate(), 5000).unref();
    session.end();
  };
  client.on('close', passOn(upstream, 'the client disconnected'));
  upstream.on('close', passOn(client, 'the upstream disconnected'));
  // A close event follows each error and reaches the other side.
  client.on('error', () => client.terminate());
}

/** Whether RFC 6455 allows an endpoint to send this close code. */
const isSendable = (code: number): boolean =>
  (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006) ||
  (code >= 3000 && code <= 4999);

/** Cuts a close reason to the 123 bytes that RFC 6455 allows, at a character boundary. */
export function closeReason(text: string): string {
  let reason = text;
  while (Buffer.byteLength(reason) > 123) reason = reason.slice(0, -1);
  return reason.toWellFormed();
}
