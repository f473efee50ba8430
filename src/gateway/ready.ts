import type { Database } from '../db/connect.ts';
import { pendingMigrations } from '../db/migrate.ts';

const patienceMs = 3000;

/** Asks the database itself; a health check that cannot fail helps nobody. */
export async function ready(db: Database): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), patienceMs);
  });
  try {
    const pending = await Promise.race([pendingMigrations(db.sql), timeout]);
    if (pending > 0) throw new Error(`${pending} migrations are not applied`);
  } finally {
    clearTimeout(timer);
  }
}
