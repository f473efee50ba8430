import { setTimeout as delay } from 'node:timers/promises';
import { type Address, type HostAddress, openSocket } from './address.ts';
import { type ConnectionError, connectionError } from './connection-error.ts';
import { DriverSocket } from './driver-socket.ts';
import { watchTimeouts } from './timeouts.ts';
import type { FindPrimary, Transport, TransportOptions } from './types.ts';

const defaultTimeoutMs = 5000;
const askAgainMs = 250;

/**
 * Bounds how long a server that does not answer can hold anybody up.
 *
 * - A statement that is silent for the time of patience makes the link ask the server over a new connection. If it
 *   answers, the statement is only slow, and goes on until `statementMs`, when it is cancelled. If not, everything that
 *   waits fails, whatever is asked next fails at once, and the link goes on asking until the server is back.
 * - With several hosts, connections go to the one that is not a standby; it is looked for anew after a loss.
 *
 * Times are of the monotonic clock: nothing here minds a change of the system's time.
 *
 * @param findPrimary looks for the server; a link without it goes to the one host of its address and asks nobody.
 */
export function transportTo(
  address: Address,
  options: TransportOptions,
  findPrimary?: FindPrimary,
): Transport {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const { statementMs } = options;
  const [first] = address.hosts;
  const single = address.hosts.length === 1;
  const connections = new Map<DriverSocket, HostAddress | undefined>();
  const byDriverId = new Map<number, DriverSocket>();
  /** Where the primary is, as far as is known. */
  let home: HostAddress | undefined = single ? first : undefined;
  let looking: Promise<HostAddress> | undefined;
  let doubting = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let away: ConnectionError | undefined;
  let closed = false;
  let speaking: DriverSocket | undefined;

  const speak = (connection: DriverSocket, say: () => void) => {
    const before = speaking;
    speaking = connection;
    try {
      say();
    } finally {
      speaking = before;
    }
  };

  const look = (): Promise<HostAddress> => {
    if (!findPrimary) throw new Error('of several hosts one has to be found');
    looking ??= findPrimary(address, timeoutMs).finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const reach = async (connection: DriverSocket): Promise<void> => {
    if (away) throw connectionError('CONNECT_TIMEOUT', away.message);
    if (!home) home = await look();
    connections.set(connection, home);
    try {
      connection.attach(await openSocket(home, address, timeoutMs));
    } catch (error) {
      if (!single) home = undefined;
      throw error;
    }
  };

  /** Never rejects: the driver would not count the connection any more. */
  const socket = async (): Promise<DriverSocket> => {
    const connection = new DriverSocket(speak);
    connections.set(connection, undefined);
    connection.once('close', (failed: boolean) => {
      connections.delete(connection);
      if (connection.driverId !== undefined) byDriverId.delete(connection.driverId);
      if (failed && !single) home = undefined;
    });
    await reach(connection).catch((error: Error) => {
      const code = 'code' in error ? String(error.code) : 'CONNECTION_CLOSED';
      if (code === 'CONNECT_TIMEOUT') void doubt();
      connection.fail(connectionError(code, error.message));
    });
    return connection;
  };

  const failAll = (
    reason: ConnectionError,
    where: (host: HostAddress | undefined) => boolean = () => true,
  ) => {
    for (const [connection, host] of connections) if (where(host)) connection.fail(reason);
  };

  /** Asks the server whether it lives; while it does not, everything fails at once. */
  const doubt = async (): Promise<void> => {
    if (doubting || !findPrimary) return;
    doubting = true;
    while (!closed) {
      try {
        const found = await findPrimary(address, timeoutMs);
        away = undefined;
        home = found;
        answeredAt = performance.now();
        failAll(
          connectionError('ECONNRESET', 'the database moved to another host'),
          (host) => host !== undefined && host !== found,
        );
        break;
      } catch (error) {
        away = connectionError('ETIMEDOUT', `the database does not answer: ${(error as Error).message}`);
        failAll(away);
        await delay(askAgainMs, undefined, { ref: false });
      }
    }
    doubting = false;
  };

  const watch = watchTimeouts(connections, {
    timeoutMs,
    statementMs,
    idleTransactionMs: options.idleTransactionMs,
    answeredAt: () => answeredAt,
    doubt: () => void doubt(),
    openSocket: (host) => openSocket(host, address, timeoutMs),
  });
  const soonest = Math.min(
    4000,
    timeoutMs,
    statementMs?.read ?? timeoutMs,
    statementMs?.write ?? timeoutMs,
    options.idleTransactionMs ?? timeoutMs,
  );
  const timer = findPrimary ? setInterval(watch, soonest / 4).unref() : undefined;

  return {
    url: address.driverUrl,
    options: { host: first?.host ?? 'localhost', port: first?.port ?? 5432, ssl: false, socket },
    listen(driverId, statement) {
      let connection = byDriverId.get(driverId);
      if (!connection && speaking && speaking.driverId === undefined) {
        connection = speaking;
        connection.driverId = driverId;
        byDriverId.set(driverId, connection);
      }
      if (connection) connection.expect(statement);
    },
    get away() {
      return away !== undefined;
    },
    get quiet() {
      return [...connections.keys()].every((connection) => connection.quiet);
    },
    giveUp() {
      for (const connection of connections.keys())
        if (connection.askingTypes)
          connection.fail(connectionError('CONNECTION_ENDED', 'the connection was ended'));
    },
    close() {
      closed = true;
      clearInterval(timer);
      failAll(connectionError('CONNECTION_ENDED', 'the connection was ended'));
    },
  };
}
