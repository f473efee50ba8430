import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { withTimeout } from '../../runtime/with-timeout.ts';
import { connectionError } from './connection-error.ts';
import { tlsRequest } from './protocol.ts';
import { tlsFiles, tlsOptions } from './tls.ts';

/** Host and port of a database server. */
export type HostAddress = { host: string; port: number };

/** A parsed connection URL with one or more hosts. */
export type Address = {
  hosts: HostAddress[];
  tls: ConnectionOptions | undefined;
  /** Use TLS if the server supports it. */
  tlsIfOffered: boolean;
  /** A standby is acceptable. */
  anyRole: boolean;
  /** The same URL with only the first host, and without the parameters handled here. */
  driverUrl: string;
};

const settledHere = ['ssl', 'sslmode', ...tlsFiles, 'target_session_attrs'];

/** Parses `postgres://user:password@host[:port][,host[:port]…]/database?…`. */
export function addressOf(url: string): Address {
  const [, scheme = '', user = '', hostList = '', rest = ''] =
    /^(\w+:\/\/)([^@/]*@)?([^/?]*)(.*)$/.exec(url) ?? [];
  const hosts = decodeURIComponent(hostList)
    .split(',')
    .map((host): HostAddress => {
      const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
      return { host: name.replace(/^\[|\]$/g, '') || 'localhost', port: Number(port ?? 5432) };
    });
  const first = hosts[0]?.host ?? 'localhost';
  const single = new URL(`${scheme}${user}${first.includes(':') ? `[${first}]` : first}${rest}`);
  const mode = single.searchParams.get('sslmode') ?? single.searchParams.get('ssl');
  const tls = tlsOptions(mode, single.searchParams);
  const role = single.searchParams.get('target_session_attrs');
  for (const name of settledHere) single.searchParams.delete(name);
  return {
    hosts,
    tls,
    tlsIfOffered: mode === 'prefer' || mode === 'allow',
    anyRole: role !== null && !['primary', 'read-write'].includes(role),
    driverUrl: single.href,
  };
}

/**
 * Opens a socket to a host, with TLS if wanted, within a timeout.
 *
 * @throws the system's error, or an error with code `CONNECT_TIMEOUT`, `NO_TLS` or `CERTIFICATE`.
 */
export async function openSocket(host: HostAddress, address: Address, timeoutMs: number): Promise<Socket> {
  const sockets: Socket[] = [];
  try {
    return await withTimeout(establish(host, address, sockets), timeoutMs, () => {
      throw connectionError('CONNECT_TIMEOUT', `${host.host}:${host.port} did not answer in time`);
    });
  } catch (error) {
    for (const socket of sockets) socket.destroy();
    throw error;
  }
}

async function establish(host: HostAddress, address: Address, sockets: Socket[]): Promise<Socket> {
  const plain = connect(host.port, host.host);
  sockets.push(plain);
  await opened(plain, 'connect');
  if (!address.tls) return plain;
  const answer = new Promise<Buffer>((resolve, reject) => {
    plain.once('data', resolve);
    plain.once('error', reject);
    plain.once('close', () =>
      reject(connectionError('CONNECTION_CLOSED', 'the database closed the connection')),
    );
  });
  plain.write(tlsRequest);
  const offered = (await answer).toString() === 'S';
  plain.removeAllListeners();
  if (!offered && address.tlsIfOffered) return plain;
  const whose = `the database at ${host.host}:${host.port}`;
  if (!offered) throw connectionError('NO_TLS', `${whose} does not speak TLS, which sslmode asks for`);
  const secure = connectTls({
    ...address.tls,
    socket: plain,
    // The expected identity; SNI does not allow IP addresses.
    host: host.host,
    ...(isIP(host.host) ? {} : { servername: host.host }),
  });
  sockets.push(secure);
  try {
    await opened(secure, 'secureConnect');
  } catch (error) {
    if (!secure.authorizationError) throw error;
    const remedy = 'sslrootcert names the file with the certificate of the authority to trust';
    throw connectionError(
      'CERTIFICATE',
      `the certificate of ${whose} is not accepted (${(error as Error).message}); ${remedy}`,
    );
  }
  return secure;
}

/** Resolves on the event and rejects on an error; removes its listeners. */
const opened = (socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once(event, () => {
      socket.off('error', reject);
      resolve();
    });
  });
