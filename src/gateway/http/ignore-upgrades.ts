import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

type UpgradeListener = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

/**
 * Serves requests that offer an upgrade we do not support, mostly `h2c`, as plain HTTP/1.1. Java's and other clients
 * offer it on ordinary requests. Node passes every request with an `Upgrade` header to the upgrade listeners and
 * detaches the connection; a listener that ignores it leaves the client hanging. So the request is put back onto its
 * connection without the offer, and the connection is served again from there.
 */
export function servePlainUpgrades(server: Server): void {
  const webSocket = server.listeners('upgrade') as UpgradeListener[];
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket')
      for (const listener of webSocket) listener.call(server, request, socket, head);
    else {
      socket.unshift(Buffer.concat([Buffer.from(withoutOffer(request), 'latin1'), head]));
      server.emit('connection', socket);
    }
  });
}

const offer = new Set(['upgrade', 'http2-settings', 'connection']);

/** The head of the request as it was sent, without the upgrade offer. */
function withoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.toLowerCase() === 'connection' && /\bclose\b/i.test(rawHeaders[i + 1] ?? ''))
      lines.push('Connection: close');
    if (!offer.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
