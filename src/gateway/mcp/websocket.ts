import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import type { WebSocket } from 'ws';
import type { Log } from '../../handlers/deps.ts';
import type { Caller } from '../door.ts';
import type { McpCore } from './core.ts';
import { createLegacySession } from './legacy.ts';

export const maxFrameBytes = 16_000_000;
/** A client that does not read what it asked for is let go before its answers fill memory. */
const maxBufferedBytes = 64_000_000;
const pingEveryMs = 30_000;

export const closeCodes = { goingAway: 1001, badFrame: 1003, tooSlow: 4008 } as const;

/** MCP over one WebSocket: a JSON-RPC message a text frame, both ways. */
class WebSocketTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return; // its client is gone, and so is whoever would read it
    this.#socket.send(JSON.stringify(message));
    if (this.#socket.bufferedAmount > maxBufferedBytes)
      this.#socket.close(closeCodes.tooSlow, 'answers are not being read');
  }

  async close(): Promise<void> {
    this.#socket.close();
  }
}

export type McpSockets = {
  /** Serves MCP on a socket that has just been opened; `who` is asked for each call. */
  accept(socket: WebSocket, who: () => Caller): void;
  count(): number;
  /** Lets running calls finish, then closes every socket with a code that says why. */
  close(): Promise<void>;
};

export function createMcpSockets(core: McpCore, log: Log): McpSockets {
  const open = new Set<WebSocket>();

  const accept = (socket: WebSocket, who: () => Caller) => {
    open.add(socket);
    const transport = new WebSocketTransport(socket);
    const session = createLegacySession(core, who);
    // Frames may arrive before the server is connected; they wait for it, in order.
    const ready = session.server.connect(transport);
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? undefined : parseFrame(data.toString());
      if (message === undefined) {
        socket.send(JSON.stringify(parseError));
        return;
      }
      session.saw(message);
      void ready.then(() => transport.onmessage?.(message));
    });
    const stopPinging = keepAlive(socket);
    socket.on('error', (err) => log.warn({ err: err.message }, 'websocket failed'));
    socket.on('close', () => {
      stopPinging();
      open.delete(socket);
      transport.onclose?.();
    });
    ready.catch((err) => {
      log.error({ err }, 'websocket session could not be opened');
      socket.close(1011);
    });
  };

  return {
    accept,
    count: () => open.size,
    async close() {
      await Promise.all(
        [...open].map(
          (socket) =>
            new Promise<void>((resolve) => {
              socket.once('close', () => resolve());
              socket.close(closeCodes.goingAway, 'the server is stopping');
              setTimeout(() => socket.terminate(), 1000).unref();
            }),
        ),
      );
    },
  };
}

const parseError = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32700, message: 'A frame must be one JSON-RPC message as text.' },
};

function parseFrame(text: string): JSONRPCMessage | undefined {
  try {
    return JSONRPCMessageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // not JSON; the caller answers
  }
}

/** Pings, apart from requests; a peer that did not answer since the last ping is dead and let go. */
function keepAlive(socket: WebSocket): () => void {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  const timer = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, pingEveryMs).unref();
  return () => clearInterval(timer);
}
