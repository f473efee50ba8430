import { join } from 'node:path';
import { inject } from 'vitest';

/**
 * The data directory of what is started without one: that of whoever runs the tests may hold what waits to be stored, which
 * would go into a database of the tests.
 */
export const commonDataDir = (): { DEWEY_DATA_DIR: string } => ({
  DEWEY_DATA_DIR: join(inject('scratch'), `${process.pid}`),
});
