import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Where the embedded database and the spool live. Apart from the rest of the configuration, because a hook process
 * needs it and loads nothing it does not need.
 */
export const dataDirectory = (given: string | undefined): string =>
  // As root PostgreSQL runs as another user, who cannot enter root's home.
  resolve(given || (process.getuid?.() === 0 ? '/var/lib/dewey' : join(homedir(), '.dewey')));
