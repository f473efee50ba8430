import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServerUser, serverUser } from '../../src/db/postgres/embedded/user.ts';
import { freePort } from '../support/free-port.ts';
import { type Nodes, nodesOf } from './databases.ts';

const run = promisify(execFile);

/** A PostgreSQL server of the test's own that has the extension. */
export type Server = {
  readonly port: number;
  /** Ends the server as a crash does: nothing is written out. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** What it has logged. */
  log(): Promise<string>;
};

export type CitusServers = {
  readonly nodes: Nodes;
  /** Servers of the test's own, the coordinator's first; none where the cluster was running before. */
  readonly servers: readonly Server[];
  stop(): Promise<void>;
};

/**
 * The programs of an installed PostgreSQL that has Citus: the folder named by `CITUS_BIN`, or that of `pg_config`.
 *
 * @returns undefined when there is none; tests are skipped then.
 */
export async function findCitus(): Promise<string | undefined> {
  const named = process.env.CITUS_BIN;
  const config = named ? join(named, 'pg_config') : 'pg_config';
  try {
    const [share, bin] = await Promise.all(['--sharedir', '--bindir'].map((what) => run(config, [what])));
    const control = join(share?.stdout.trim() ?? '', 'extension/citus.control');
    return existsSync(control) ? bin?.stdout.trim() : undefined;
  } catch {
    return undefined; // no pg_config: no such PostgreSQL
  }
}

/** A cluster that runs already: a database of its coordinator, in which Citus knows the other nodes. */
const running = process.env.CITUS_URL;

/** Whether tests on Citus can run; they are skipped otherwise. */
export const hasCitus = async (): Promise<boolean> =>
  running !== undefined || (await findCitus()) !== undefined;

/** Why tests on Citus are skipped. */
export const citusMissing =
  'No PostgreSQL with Citus was found: install the extension (test/citus/build.sh), name the folder of its programs in CITUS_BIN, or a running coordinator in CITUS_URL.';

const settings = (port: number) => `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = ${port}
shared_preload_libraries = 'citus'
max_connections = 400
max_prepared_transactions = 800
shared_buffers = 64MB
wal_level = logical
timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] %e '
citus.enable_statistics_collection = off
citus.shard_count = 8
citus.node_connection_timeout = 5000
citus.recover_2pc_interval = 2000
`;

/** Statements of Dewey that Citus refused, since it does not support them on spread tables, with its reason. */
export async function refusedStatements({ servers: [coordinator] }: CitusServers): Promise<string[]> {
  if (!coordinator) return []; // its log is elsewhere
  const lines = (await coordinator.log()).split(/\n(?=\d{4}-)/);
  const refused = lines.flatMap((line, i) => {
    const reason = / 0A000 ERROR: {2}(.*)/.exec(line)?.[1];
    if (reason === undefined) return [];
    const statement = lines.slice(i + 1, i + 4).find((next) => next.includes(' 0A000 STATEMENT: ')) ?? '';
    return `${reason}: ${statement.replace(/^.*?STATEMENT: /, '').replace(/\s+/g, ' ')}`;
  });
  return [...new Set(refused)];
}

/** The cluster of `CITUS_URL`, or a coordinator and two workers of the test's own. */
export async function openCitus(folder: string): Promise<CitusServers> {
  if (running !== undefined)
    return { nodes: await nodesOf(running), servers: [], stop: () => Promise.resolve() };
  const bin = await findCitus();
  if (bin === undefined) throw new Error(citusMissing);
  return startCitus(bin, folder, 2);
}

/** Starts a coordinator and workers on loopback, in a folder of their own. */
export async function startCitus(bin: string, folder: string, workers: number): Promise<CitusServers> {
  const user = await serverUser();
  const directory = await mkdtemp(join(folder, 'dewey-citus-'));
  if (user) await chown(directory, user.uid, user.gid);
  const servers = await Promise.all(
    Array.from({ length: workers + 1 }, (_, i) => makeServer(bin, join(directory, `node${i}`), user)),
  );
  return {
    nodes: servers.map(({ port }) => `postgres://dewey@127.0.0.1:${port}`),
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function makeServer(bin: string, directory: string, user: ServerUser | undefined): Promise<Server> {
  const options = { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  await mkdir(directory, { mode: 0o700 });
  if (user) await chown(directory, user.uid, user.gid);
  const log = join(directory, 'server.log');
  await run(
    join(bin, 'initdb'),
    ['-D', directory, '-U', 'dewey', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    options,
  );
  const port = await freePort();
  await appendFile(join(directory, 'postgresql.conf'), settings(port));
  const control = (...args: string[]) =>
    new Promise<void>((resolve, reject) => {
      // Detached and without pipes: the server would keep them open.
      const child = spawn(join(bin, 'pg_ctl'), [...args, '-D', directory, '-s', '-w', '-l', log], {
        ...options,
        stdio: 'ignore',
        detached: true,
      });
      child.once('error', reject);
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`pg_ctl ${args[0]} ended with ${code}; see ${log}`)),
      );
    });
  let running = false;
  const server: Server = {
    port,
    async start() {
      await control('start');
      running = true;
    },
    async kill() {
      await control('stop', '-m', 'immediate');
      running = false;
    },
    log: () => readFile(log, 'utf8'),
    async stop() {
      if (running) await control('stop', '-m', 'immediate');
      running = false;
    },
  };
  await server.start();
  return server;
}
