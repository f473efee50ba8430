import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The folder of the embedded database and the spool. Kept apart from the rest of the configuration because hook
 * processes need it and must load as little as possible.
 */
export const dataDirectory = (given: string | undefined): string =>
  // When started as root, PostgreSQL runs as another user, who cannot enter root's home.
  resolve(given || (process.getuid?.() === 0 ? '/var/lib/dewey' : join(homedir(), '.dewey')));
