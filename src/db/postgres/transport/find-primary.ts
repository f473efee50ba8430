import postgres from 'postgres';
import { withTimeout } from '../../runtime/with-timeout.ts';
import type { Address, HostAddress } from './address.ts';
import { connectionError } from './connection-error.ts';
import { openDriver } from './driver.ts';
import { transportTo } from './transport.ts';

/** Finds the first host that answers and has the wanted role; a single host only has to answer. */
export async function findPrimary(address: Address, timeoutMs: number): Promise<HostAddress> {
  let problem: unknown = connectionError('CONNECTION_CLOSED', 'the address has no host');
  for (const host of address.hosts)
    try {
      const standby = await isStandby({ ...address, hosts: [host] }, timeoutMs);
      if (!standby || address.hosts.length === 1 || address.anyRole) return host;
      problem = connectionError('25006', 'every host that answers is a standby');
    } catch (error) {
      // A server that rejects us is running.
      const lives = error instanceof postgres.PostgresError && !error.code.startsWith('57P');
      if (lives && address.hosts.length === 1) return host;
      problem = error;
    }
  throw problem;
}

/** Asks one host, over a separate connection. */
async function isStandby(address: Address, timeoutMs: number): Promise<boolean> {
  const transport = transportTo(address, { timeoutMs });
  const sql = openDriver(transport, { max: 1, fetch_types: false, prepare: false });
  try {
    const asked = sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`;
    const [row] = await withTimeout(asked, timeoutMs, () => {
      throw connectionError('CONNECT_TIMEOUT', 'it did not answer in time');
    });
    return row?.standby === true;
  } finally {
    await sql.end({ timeout: 0 });
    transport.close();
  }
}
