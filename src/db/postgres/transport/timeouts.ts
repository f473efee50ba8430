import type { Socket } from 'node:net';
import type { HostAddress } from './address.ts';
import { connectionError } from './connection-error.ts';
import type { DriverSocket } from './driver-socket.ts';
import { cancelMessage } from './protocol.ts';
import type { StatementMs } from './types.ts';

type Watched = {
  timeoutMs: number;
  statementMs: StatementMs | undefined;
  idleTransactionMs: number | undefined;
  /** When the server last answered a probe, on the monotonic clock. */
  answeredAt: () => number;
  /** Probes the server. */
  probe: () => void;
  openSocket: (host: HostAddress) => Promise<Socket>;
};

/**
 * Creates the periodic check of all connections: a long silence triggers a probe of the server, and a statement beyond
 * its timeout is cancelled or, if that does not help, its connection is closed.
 */
export function watchTimeouts(
  connections: ReadonlyMap<DriverSocket, HostAddress | undefined>,
  server: Watched,
): () => void {
  const { timeoutMs, statementMs } = server;
  /** `stalledSince` of each cancelled statement. */
  const cancelled = new WeakMap<DriverSocket, number>();

  const cancel = async (connection: DriverSocket): Promise<void> => {
    const host = connections.get(connection);
    if (!connection.key || !host) return;
    const raw = await server.openSocket(host);
    raw.on('error', () => raw.destroy()); // cancelling is best effort
    raw.end(cancelMessage(connection.key));
  };
  const limit = (connection: DriverSocket, began: number, now: number) => {
    if (!statementMs || now - began < Math.min(statementMs.read, statementMs.write)) return;
    const mostMs = connection.reads ? statementMs.read : statementMs.write;
    if (now - began < mostMs) return;
    if (cancelled.get(connection) !== began) {
      cancelled.set(connection, began);
      cancel(connection).catch(() => undefined); // best effort; the next check closes the connection
    } else if (now - began > mostMs + timeoutMs)
      connection.fail(connectionError('ETIMEDOUT', 'the statement could not be cancelled in time'));
  };
  return () => {
    const now = performance.now();
    for (const connection of connections.keys()) {
      if ((connection.silence(now) ?? 0) > timeoutMs && now - server.answeredAt() > timeoutMs) server.probe();
      const idleMs = now - (connection.idleInTransactionSince ?? now);
      if (idleMs > (server.idleTransactionMs ?? Number.POSITIVE_INFINITY))
        connection.fail(connectionError('CONNECTION_CLOSED', 'a transaction was left open for too long'));
      if (connection.stalledSince !== undefined) limit(connection, connection.stalledSince, now);
    }
  };
}
