import { type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../../handlers/tool/deps.ts';

/** How long a connection may stay half open after our last write. */
const lingerMs = 2000;

type Handler = (...args: unknown[]) => unknown;

/**
 * Makes sure that nothing a peer sends can end the process: a handler that throws or rejects is logged and answered
 * with 500, and connection errors are ignored. An upgraded connection is destroyed a while after our side was closed,
 * even if the peer keeps its side open. Malformed requests are answered by Node itself with 400, 408, 413 or 431.
 *
 * Call it once, after all request and upgrade handlers are set.
 */
export function guardListener(server: Server, log: Log): void {
  const known = new WeakSet<Duplex>();
  server.prependListener('connection', (socket: Duplex) => {
    if (known.has(socket)) return; // served again after an upgrade that was declined
    known.add(socket);
    socket.on('error', () => undefined); // the peer disconnected; pending work is notified by the close
  });
  guard(server, 'request', (error, _, response) => {
    log.error({ err: error }, 'a request failed');
    if (!(response instanceof ServerResponse)) return;
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { Connection: 'close', 'Content-Length': 0 }).end();
  });
  guard(server, 'upgrade', (error, _, socket) => {
    log.error({ err: error }, 'an upgrade failed');
    refuseSocket(socket as Duplex, 500);
  });
}

/**
 * Answers on an upgraded connection and closes it.
 *
 * @param retryAfter seconds.
 */
export function refuseSocket(socket: Duplex, status: number, message = '', retryAfter?: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = message === '' ? '' : JSON.stringify({ error: { message } });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function guard(server: Server, event: 'request' | 'upgrade', failed: Handler): void {
  for (const handler of server.listeners(event) as Handler[]) {
    server.off(event, handler);
    server.on(event, (...args: unknown[]) => {
      if (event === 'upgrade') letGoOf(args[1] as Duplex);
      try {
        const done = handler.apply(server, args);
        if (done instanceof Promise) done.catch((error) => failed(error, ...args));
      } catch (error) {
        failed(error, ...args);
      }
    });
  }
}

/** For a connection closed on our side: Node manages connections only as long as they speak HTTP. */
function letGoOf(socket: Duplex): void {
  socket.once('finish', () => setTimeout(() => socket.destroy(), lingerMs).unref());
}
