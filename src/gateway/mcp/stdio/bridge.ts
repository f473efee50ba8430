import type { Agent } from 'node:http';
import { WebSocket } from 'ws';
import { isMessage, isNotification, isRequest, maxFrameBytes } from '../json-rpc.ts';

/** A connection that takes lines and delivers frames: the server side of `dewey mcp`, remote or in process. */
export type RpcConnection = {
  receive(line: string): void;
  /** Requests that have not been answered. */
  running(): number;
  close(): Promise<void>;
};

export type BridgeOptions = {
  url: string;
  /** Used for connecting instead of a new connection. */
  agent?: Agent;
  apiKey: string | undefined;
  toolsets: readonly string[] | undefined;
  /** Sends one frame to the client. */
  deliver(text: string): void;
  /** Called when the connection to the server is lost, after every running request has been answered with an error. */
  lost(): void;
};

/**
 * Passes frames unchanged between a client and a running server.
 *
 * @throws when the server cannot be reached or refuses.
 */
export async function openBridge(options: BridgeOptions): Promise<RpcConnection> {
  const url = new URL(`${options.url.replace(/^http/, 'ws')}/mcp`);
  if (options.toolsets) url.searchParams.set('toolsets', options.toolsets.join(','));
  const headers = options.apiKey === undefined ? {} : { Authorization: `Bearer ${options.apiKey}` };
  const { agent } = options;
  const socket = new WebSocket(url, 'mcp', {
    headers,
    maxPayload: maxFrameBytes * 2,
    ...(agent && { agent }),
  });
  const running = new Map<string | number, true>();
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  let closing = false;
  socket.on('error', () => undefined); // a close follows, which is handled
  socket.on('message', (data) => {
    const text = data.toString();
    const message = parse(text);
    if (isMessage(message) && 'id' in message && !('method' in message) && message.id !== undefined)
      running.delete(message.id);
    options.deliver(text);
  });
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      if (!closing) {
        for (const id of running.keys()) options.deliver(lostAnswer(id));
        running.clear();
        options.lost();
      }
      resolve();
    }),
  );
  return {
    receive(line) {
      const message = parse(line);
      if (isMessage(message)) {
        if (isRequest(message)) running.set(message.id, true);
        else if (isNotification(message) && message.method === 'notifications/cancelled')
          running.delete(message.params?.requestId as string | number);
      }
      // A line that is not a message is answered by the server.
      socket.send(line);
    },
    running: () => running.size,
    close() {
      closing = true;
      socket.close(1000);
      return closed;
    },
  };
}

const lostAnswer = (id: string | number): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: {
      code: -32000,
      message:
        'The server disconnected before it answered. Call again; anything with an external_id is stored once.',
    },
  });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
