import { join } from 'node:path';
import { inject } from 'vitest';

/**
 * The data directory of processes started without one: that of the user who runs the tests may hold spooled events,
 * which would be stored into a test database.
 */
export const commonDataDir = (): { DEWEY_DATA_DIR: string } => ({
  DEWEY_DATA_DIR: join(inject('scratch'), `${process.pid}`),
});
