import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { holdEmbeddedServer } from '../../src/db/postgres/embedded/index.ts';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { databaseAt } from '../citus/databases.ts';
import { openCitus, refusedStatements } from '../citus/servers.ts';
import { roomForServers } from './room.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the run's server, with the database `winni`. */
    serverUrl: string;
    /** Where test processes keep their files; removed after the run. */
    scratch: string;
    /** How PostgreSQL copies a database. */
    cloneStrategy: 'file_copy' | 'wal_log';
    /** The nodes of Citus that lakes are spread over, as URLs, the coordinator first; none for a single PostgreSQL. */
    citusNodes: readonly string[];
  }
}

type Cluster = Pick<ProvidedContext, 'serverUrl' | 'scratch' | 'cloneStrategy' | 'citusNodes'> & {
  stop(): Promise<void>;
};

/** Shared between the projects of a run, each of which loads this module anew. */
const shared = globalThis as { deweyCluster?: { users: number; cluster: Promise<Cluster> } | undefined };

/** One embedded server and one migrated template database per run; each test file clones it. */
export default async function setup(project: TestProject) {
  shared.deweyCluster ??= { users: 0, cluster: start() };
  const mine = shared.deweyCluster;
  mine.users += 1;
  const { stop, ...provided } = await mine.cluster;
  project.provide('serverUrl', provided.serverUrl);
  project.provide('scratch', provided.scratch);
  project.provide('cloneStrategy', provided.cloneStrategy);
  project.provide('citusNodes', provided.citusNodes);
  return async () => {
    mine.users -= 1;
    if (mine.users === 0) await stop();
  };
}

/** The lake of a user has 200 connections; here three test files share the server, and one alone may take 120. */
async function roomForConnections(directory: string): Promise<void> {
  const server = await holdEmbeddedServer(directory);
  const sql = postgres(server.url, { max: 1 });
  await sql`alter system set max_connections = 500`;
  await sql.end();
  await server.release();
}

async function start(): Promise<Cluster> {
  // Test processes run the same build as users.
  const built = promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: root });
  const room = await roomForServers();
  if (process.env.DEWEY_TEST_ON === 'citus') return startOnCitus(room.folder, built);
  const directory = await mkdtemp(join(room.folder, 'dewey-test-'));
  await roomForConnections(directory);
  const server = await holdEmbeddedServer(directory);
  await migrate(server.url);
  const sql = postgres(server.url.replace(/\/winni$/, '/postgres'), { max: 1 });
  await sql`alter database winni rename to template_winni`;
  await sql.end();
  await built;
  return {
    serverUrl: server.url,
    scratch: join(directory, 'scratch'),
    // wal_log writes every page to the log as well; file_copy waits for the disk twice.
    cloneStrategy: room.inMemory ? 'file_copy' : 'wal_log',
    citusNodes: [],
    async stop() {
      await server.release();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The same tests against Citus of three nodes: `npm run test:citus`. */
async function startOnCitus(folder: string, built: Promise<unknown>): Promise<Cluster> {
  const directory = await mkdtemp(join(folder, 'dewey-test-'));
  const servers = await openCitus(folder);
  await built;
  return {
    serverUrl: databaseAt(servers.nodes[0] ?? '', 'winni'),
    scratch: join(directory, 'scratch'),
    cloneStrategy: 'wal_log',
    citusNodes: servers.nodes,
    async stop() {
      const refused = await refusedStatements(servers);
      await servers.stop();
      await rm(directory, { recursive: true, force: true });
      if (refused.length > 0) throw new Error(`Citus refused statements:\n${refused.join('\n')}`);
    },
  };
}
