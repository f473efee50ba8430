import { afterEach } from 'vitest';
import { connect, type Database } from '../../src/db/postgres/connect.ts';
import { cloneDatabase } from './lake.ts';

/** Creates databases for the test file it is called in, each for one test. */
export function useDatabases() {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).reverse()) await clean();
  });
  /** A copy of another database, which must not be in use. */
  const databaseLike = async (template: string): Promise<{ url: string; db: Database }> => {
    const clone = await cloneDatabase(template);
    const db = connect(clone.url, { max: 2 });
    cleanups.push(clone.drop, db.close);
    return { url: clone.url, db };
  };
  return { databaseLike, emptyDatabase: () => databaseLike('template0'), cleanups };
}
