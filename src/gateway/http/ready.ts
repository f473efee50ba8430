import type { Database } from '../../db/postgres/connect.ts';
import { pendingMigrations } from '../../db/postgres/migrate.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import { NotReady } from './not-ready.ts';

const timeoutMs = 3000;

/**
 * Asks the database itself, and the disk where events are put before they are stored; a health check that cannot fail
 * helps nobody.
 *
 * @throws NotReady, or what the database said.
 */
export async function ready(db: Database, spoolProblem?: () => Promise<string | undefined>): Promise<void> {
  const problem = await spoolProblem?.();
  if (problem !== undefined) throw new NotReady(problem);
  const pending = await withTimeout(pendingMigrations(db.sql), timeoutMs, () => {
    throw new Error('the database did not answer in time');
  });
  if (pending > 0) throw new Error(`${pending} migrations are not applied`);
}
