import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { holdEmbeddedServer } from '../../src/db/postgres/embedded/index.ts';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { roomForServers } from './room.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the run's server, with the database `winni`. */
    serverUrl: string;
    /** Where processes of the tests keep what they keep; it goes with the run. */
    scratch: string;
    /** How PostgreSQL copies a database. */
    cloneStrategy: 'file_copy' | 'wal_log';
  }
}

/** One embedded server and one migrated template database a run; each test file clones it. */
export default async function setup(project: TestProject) {
  // Processes of the tests run what users run.
  const built = promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: root });
  const room = await roomForServers();
  const directory = await mkdtemp(join(room.folder, 'dewey-test-'));
  const server = await holdEmbeddedServer(directory);
  await migrate(server.url);
  const sql = postgres(server.url.replace(/\/winni$/, '/postgres'), { max: 1 });
  await sql`alter database winni rename to template_winni`;
  await sql.end();
  await built;
  project.provide('serverUrl', server.url);
  project.provide('scratch', join(directory, 'scratch'));
  // The log's way writes every page into the log as well; the files' way waits for the disk twice.
  project.provide('cloneStrategy', room.inMemory ? 'file_copy' : 'wal_log');
  return async () => {
    await server.release();
    await rm(directory, { recursive: true, force: true });
  };
}
