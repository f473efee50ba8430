import type { Database } from '../../db/postgres/connect.ts';
import { pendingMigrations } from '../../db/postgres/migrate.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import { NotMigrated, NotReady } from './not-ready.ts';

const timeoutMs = 3000;

/**
 * Checks the database itself, and the disk that events are spooled to; a health check that cannot fail is useless.
 *
 * @throws NotReady, NotMigrated, or the database error.
 */
export async function ready(db: Database, spoolProblem?: () => Promise<string | undefined>): Promise<void> {
  const problem = await spoolProblem?.();
  if (problem !== undefined) throw new NotReady(problem);
  const pending = await withTimeout(pendingMigrations(db.sql), timeoutMs, () => {
    throw new Error('the database did not answer in time');
  });
  if (pending > 0) throw new NotMigrated(pending);
}
