import { execFile } from 'node:child_process';
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Cluster,
  openCluster,
  runningUrl,
  start,
  stop,
} from '../../src/db/postgres/embedded/cluster.ts';
import { postmasterPid } from './datadir.ts';
import { eventually } from './waiting.ts';

const run = promisify(execFile);

/** A PostgreSQL for one test, which can be stopped, killed, paused and copied. */
export type OwnServer = {
  directory: string;
  /** Its database `postgres`; the same after each start. */
  url: string;
  start(): Promise<void>;
  /** An orderly shutdown. */
  stop(): Promise<void>;
  /** Like a power failure. */
  kill(): Promise<void>;
  /** Suspends its processes (SIGSTOP); the kernel still accepts connections for it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
};

/** Pausing needs the list of a process's children. */
export const canPause = process.platform === 'linux';

/** Creates and starts a cluster in a directory. */
export async function ownServer(directory: string, settings = ''): Promise<OwnServer> {
  const cluster = await openCluster(directory);
  await appendFile(join(cluster.directory, 'postgresql.conf'), settings);
  return started(directory, cluster);
}

async function started(directory: string, cluster: Cluster): Promise<OwnServer> {
  let port: number | undefined;
  let paused: number[] = [];
  const server: OwnServer = {
    directory,
    url: '',
    async start() {
      const problem = await start(cluster, port);
      const url = await runningUrl(cluster);
      if (url === undefined) throw new Error(`PostgreSQL did not start: ${problem}`);
      server.url = url;
      port = Number(new URL(url).port);
    },
    stop: () => stop(cluster),
    async kill() {
      const pids = await processes(directory);
      for (const pid of pids) signal(pid, 'SIGKILL');
      await eventually(async () => (await runningUrl(cluster)) === undefined);
    },
    async pause() {
      paused = await processes(directory);
      for (const pid of paused) signal(pid, 'SIGSTOP');
    },
    async resume() {
      for (const pid of paused.reverse()) signal(pid, 'SIGCONT');
      paused = [];
    },
  };
  await server.start();
  return server;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it had already ended
  }
}

/** The postmaster and its children, in this order. */
async function processes(directory: string): Promise<number[]> {
  const postmaster = await postmasterPid(directory);
  if (postmaster === undefined) return [];
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''); // it has ended
      return [Number(name), Number(/^\d+ \(.*\) \w (\d+)/.exec(text)?.[1])] as const;
    }),
  );
  return [postmaster, ...parents.filter(([, parent]) => parent === postmaster).map(([pid]) => pid)];
}

/**
 * Creates a streaming standby of a server, which is stopped for a moment: a cleanly shut down cluster can be copied.
 */
export async function standbyOf(primary: OwnServer, directory: string): Promise<OwnServer> {
  const { port, password } = new URL(primary.url);
  await primary.stop();
  await cp(join(primary.directory, 'runtime'), join(directory, 'runtime'), {
    recursive: true,
    verbatimSymlinks: true,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error; // the binaries are used where npm installed them
  });
  await run('cp', ['-a', join(primary.directory, 'postgres'), join(directory, 'postgres')]);
  await primary.start();
  const data = join(directory, 'postgres');
  await rm(join(data, 'postmaster.pid'), { force: true });
  await writeFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=dewey password=${password} application_name=standby'\n`,
  );
  await writeFile(join(data, 'standby.signal'), '');
  return started(directory, await openCluster(directory));
}
