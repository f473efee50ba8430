import type { WebSocket } from 'ws';
import type { Log } from '../../../handlers/tool/deps.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Identity } from '../../auth/identity.ts';
import type { Allowance } from '../../limits/allowance.ts';
import type { McpCore } from '../core.ts';
import { createSocketConnection, type SocketConnection } from './connection.ts';
import { gatherOn, type Wire } from './gather-writes.ts';
import { keepAlive } from './keep-alive.ts';

export type SocketLimits = {
  maxConnections: number;
  /** With this many requests running on a socket, or bytes waiting to be read, no more frames are taken. */
  maxRunning: number;
  pauseAtBytes: number;
  /** A client that does not read its answers is disconnected before they fill memory. */
  maxBufferedBytes: number;
  pingEveryMs: number;
};

export const defaultSocketLimits: SocketLimits = {
  maxConnections: 1000,
  maxRunning: 64,
  pauseAtBytes: 1_000_000,
  maxBufferedBytes: 32_000_000,
  pingEveryMs: 30_000,
};

export const closeCodes = {
  goingAway: 1001,
  failed: 1011,
  tooSlow: 4008,
  unauthorized: 4401,
  crowded: 4429,
} as const;

/** How long a close handshake may take. */
const closeTimeoutMs = 1000;

/** Conditions under which a socket is open. */
export type SocketTerms = {
  /** The socket is closed when this identity ends. */
  identity: Identity;
  /** Counts a frame, where limits apply. */
  admit?: (() => Promise<Allowance>) | undefined;
  /** Called when the socket has closed. */
  left?: (() => void) | undefined;
  /** The underlying connection, if it can hold back writes. */
  wire?: Wire | undefined;
};

export type McpSockets = {
  /** Serves MCP on a newly opened socket until its key ends; `who` provides the caller for each frame. */
  accept(socket: WebSocket, core: McpCore, who: () => Caller, terms: SocketTerms): void;
  count(): number;
  /** True when no more sockets are accepted. */
  full(): boolean;
  /** Closes every socket with a code that gives the reason. */
  close(): Promise<void>;
};

export function createMcpSockets(log: Log, limits: SocketLimits = defaultSocketLimits): McpSockets {
  const open = new Set<WebSocket>();

  const accept = (
    socket: WebSocket,
    core: McpCore,
    who: () => Caller,
    { identity, admit, left, wire }: SocketTerms,
  ) => {
    open.add(socket);
    const gather = wire ? gatherOn(wire) : () => undefined;
    const deliver = (text: string) => {
      if (socket.readyState !== socket.OPEN) return; // the client has disconnected and would not read it
      gather();
      socket.send(text, () => regulate(socket, connection, limits));
      if (socket.bufferedAmount > limits.maxBufferedBytes)
        shut(socket, closeCodes.tooSlow, 'the client is not reading its answers');
      else regulate(socket, connection, limits);
    };
    const connection = createSocketConnection(core, who, deliver);
    socket.on('message', (data, isBinary) => {
      const text = isBinary ? undefined : data.toString();
      const take = (allowance?: Allowance) => {
        connection.receive(text, allowance);
        regulate(socket, connection, limits);
      };
      if (admit) void admit().then(take, (err) => log.error({ err }, 'a frame could not be counted'));
      else take();
    });
    const stopPinging = keepAlive(socket, limits.pingEveryMs);
    socket.on('error', (err) => log.warn({ err: err.message }, 'websocket failed'));
    const forget = identity.whenEnded((reason) => shut(socket, closeCodes.unauthorized, reason));
    socket.on('close', () => {
      stopPinging();
      forget();
      left?.();
      open.delete(socket);
      connection.close().catch((err) => log.error({ err }, 'a WebSocket session could not be ended'));
    });
  };

  return {
    accept,
    count: () => open.size,
    full: () => open.size >= limits.maxConnections,
    async close() {
      await Promise.all(
        [...open].map(
          (socket) =>
            new Promise<void>((resolve) => {
              socket.once('close', () => resolve());
              shut(socket, closeCodes.goingAway, 'the server is stopping');
            }),
        ),
      );
    },
  };
}

/** Takes frames only while there is room for their answers: a client that sends faster than it reads has to wait. */
function regulate(socket: WebSocket, connection: SocketConnection, limits: SocketLimits): void {
  if (socket.readyState !== socket.OPEN) return;
  const busy = connection.running() >= limits.maxRunning || socket.bufferedAmount > limits.pauseAtBytes;
  if (busy && !socket.isPaused) socket.pause();
  else if (!busy && socket.isPaused) socket.resume();
}

/** Closes with a code; a peer that does not answer the close frame is disconnected after a timeout. */
function shut(socket: WebSocket, code: number, reason: string): void {
  socket.resume(); // otherwise the peer's close frame would not be read
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
}
