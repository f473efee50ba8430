import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { holdEmbeddedServer } from '../../src/db/embedded/index.ts';
import { migrate } from '../../src/db/migrate.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the run's server, with the database `winni`. */
    serverUrl: string;
  }
}

/** One embedded server and one migrated template database a run; each test file clones it. */
export default async function setup(project: TestProject) {
  // Processes of the tests run what users run.
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  const directory = await mkdtemp(join(tmpdir(), 'dewey-test-'));
  const server = await holdEmbeddedServer(directory);
  await migrate(server.url);
  const sql = postgres(server.url.replace(/\/winni$/, '/postgres'), { max: 1 });
  await sql`alter database winni rename to template_winni`;
  await sql.end();
  project.provide('serverUrl', server.url);
  return async () => {
    await server.release();
    await rm(directory, { recursive: true, force: true });
  };
}
