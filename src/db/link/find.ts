import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { openDriver } from './driver.ts';
import { linkTo } from './link.ts';
import { loss } from './loss.ts';
import type { Address, Place } from './places.ts';

/** The first host that answers and is what is wanted; with a single one an answer is enough. */
export async function find(address: Address, patienceMs: number): Promise<Place> {
  let problem: unknown = loss('CONNECTION_CLOSED', 'no host is named');
  for (const place of address.places)
    try {
      const standby = await isStandby({ ...address, places: [place] }, patienceMs);
      if (!standby || address.places.length === 1 || address.anyRole) return place;
      problem = loss('25006', 'every host that answers is a standby');
    } catch (error) {
      // A server that says no is there.
      const lives = error instanceof postgres.PostgresError && !error.code.startsWith('57P');
      if (lives && address.places.length === 1) return place;
      problem = error;
    }
  throw problem;
}

/** Asks one host over a connection of its own. */
async function isStandby(address: Address, patienceMs: number): Promise<boolean> {
  const link = linkTo(address, { patienceMs });
  const sql = openDriver(link, { max: 1, fetch_types: false, prepare: false });
  const late = delay(patienceMs, undefined, { ref: false }).then((): never => {
    throw loss('CONNECT_TIMEOUT', 'it did not answer in time');
  });
  try {
    const asked = sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`;
    const [row] = await Promise.race([asked, late]);
    return row?.standby === true;
  } finally {
    late.catch(() => undefined); // the answer came first
    await sql.end({ timeout: 0 });
    link.close();
  }
}
