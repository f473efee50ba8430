import { tmpdir } from 'node:os';
import { afterAll, beforeAll } from 'vitest';
import { connect, type Database } from '../../src/db/postgres/connect.ts';
import { dropCitusDatabase } from './databases.ts';
import { type CitusServers, openCitus } from './servers.ts';

/** Only servers of the test's own can be killed. */
export const others = process.env.CITUS_URL !== undefined;
/** Milliseconds for one test. */
export const patience = 300_000;

/** Servers for the tests of a `describe`; what was named and opened is closed and dropped after them. */
export function useServers(prefix: string) {
  let started: CitusServers | undefined;
  const opened: Database[] = [];
  const names = new Set<string>();
  const servers = (): CitusServers => {
    if (!started) throw new Error('no servers before the first test');
    return started;
  };
  beforeAll(async () => {
    started = await openCitus(tmpdir());
  });
  afterAll(async () => {
    await Promise.all(opened.map((db) => db.close()));
    for (const name of names) await dropCitusDatabase(servers().nodes, name);
    await servers().stop();
  });
  return {
    servers,
    /** A name for a database, which is dropped at the end. */
    named(what: string): string {
      const name = `dewey_${prefix}${process.pid}_${what}`;
      names.add(name);
      return name;
    },
    open(url: string): Database {
      const db = connect(url);
      opened.push(db);
      return db;
    },
  };
}
