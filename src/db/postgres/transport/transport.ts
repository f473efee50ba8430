import { setTimeout as delay } from 'node:timers/promises';
import { type Address, type HostAddress, openSocket } from './address.ts';
import { type ConnectionError, connectionError } from './connection-error.ts';
import { DriverSocket } from './driver-socket.ts';
import { watchTimeouts } from './timeouts.ts';
import type { FindPrimary, Transport, TransportOptions } from './types.ts';

const defaultTimeoutMs = 5000;
const askAgainMs = 250;

/**
 * Bounds how long callers wait for a server that does not answer.
 *
 * - A statement without data for `timeoutMs` triggers a probe of the server over a new connection. If the server
 *   answers, the statement is merely slow, and runs until it is cancelled after `statementMs`. If not, all waiting
 *   statements fail, new ones fail at once, and probing continues until the server is back.
 * - With several hosts, connections go to the primary, which is searched for again after a loss.
 *
 * All times use the monotonic clock, so changes of the system time have no effect.
 *
 * @param findPrimary finds the server; without it, the transport uses the single host of its address and never probes.
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
  /** The primary, if known. */
  let home: HostAddress | undefined = single ? first : undefined;
  let search: Promise<HostAddress> | undefined;
  let probing = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let unreachable: ConnectionError | undefined;
  let closed = false;
  let running: DriverSocket | undefined;

  const runAs = (connection: DriverSocket, act: () => void) => {
    const before = running;
    running = connection;
    try {
      act();
    } finally {
      running = before;
    }
  };

  const findHome = (): Promise<HostAddress> => {
    if (!findPrimary) throw new Error('several hosts require findPrimary');
    search ??= findPrimary(address, timeoutMs).finally(() => {
      search = undefined;
    });
    return search;
  };

  const reach = async (connection: DriverSocket): Promise<void> => {
    if (unreachable) throw connectionError('CONNECT_TIMEOUT', unreachable.message);
    if (!home) home = await findHome();
    connections.set(connection, home);
    try {
      connection.attach(await openSocket(home, address, timeoutMs));
    } catch (error) {
      if (!single) home = undefined;
      throw error;
    }
  };

  /** Never rejects: the driver would lose track of the connection. */
  const socket = async (): Promise<DriverSocket> => {
    const connection = new DriverSocket(runAs);
    connections.set(connection, undefined);
    connection.once('close', (failed: boolean) => {
      connections.delete(connection);
      if (connection.driverId !== undefined) byDriverId.delete(connection.driverId);
      if (failed && !single) home = undefined;
    });
    await reach(connection).catch((error: Error) => {
      const code = 'code' in error ? String(error.code) : 'CONNECTION_CLOSED';
      if (code === 'CONNECT_TIMEOUT') void probe();
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

  /** Probes the server until it answers; meanwhile everything fails at once. */
  const probe = async (): Promise<void> => {
    if (probing || !findPrimary) return;
    probing = true;
    while (!closed) {
      try {
        const found = await findPrimary(address, timeoutMs);
        unreachable = undefined;
        home = found;
        answeredAt = performance.now();
        failAll(
          connectionError('ECONNRESET', 'the database moved to another host'),
          (host) => host !== undefined && host !== found,
        );
        break;
      } catch (error) {
        unreachable = connectionError(
          'ETIMEDOUT',
          `the database does not answer: ${(error as Error).message}`,
        );
        failAll(unreachable);
        await delay(askAgainMs, undefined, { ref: false });
      }
    }
    probing = false;
  };

  const watch = watchTimeouts(connections, {
    timeoutMs,
    statementMs,
    idleTransactionMs: options.idleTransactionMs,
    answeredAt: () => answeredAt,
    probe: () => void probe(),
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
      if (!connection && running && running.driverId === undefined) {
        connection = running;
        connection.driverId = driverId;
        byDriverId.set(driverId, connection);
      }
      if (connection) connection.expect(statement);
    },
    get unreachable() {
      return unreachable !== undefined;
    },
    get quiet() {
      return [...connections.keys()].every((connection) => connection.quiet);
    },
    abort() {
      for (const connection of connections.keys())
        if (connection.fetchingTypes)
          connection.fail(connectionError('CONNECTION_ENDED', 'the connection was ended'));
    },
    close() {
      closed = true;
      clearInterval(timer);
      failAll(connectionError('CONNECTION_ENDED', 'the connection was ended'));
    },
  };
}
