import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../runtime/is-alive.ts';
import { type Binaries, closedFolder, findBinaries } from './binaries.ts';
import { programError } from './program-error.ts';
import { type ServerUser, serverUser } from './user.ts';

/** The PostgreSQL cluster inside a data directory, shared by every `dewey` process that uses the same directory. */
export type Cluster = {
  directory: string;
  binaries: Binaries;
  user: ServerUser | undefined;
  password: string;
};

const superuser = 'dewey';

/** Settings that the safety of data depends on are written explicitly, even where they are the default. */
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = on
synchronous_commit = on
full_page_writes = on
max_connections = 200
shared_buffers = 256MB
wal_compression = on
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
`;

/**
 * Opens the cluster of a data directory; creates it if there is none.
 *
 * Creation is atomic: `initdb` works in a separate folder that is then renamed, so any number of processes may try at
 * once, and one that dies half-way leaves nothing that could be mistaken for a cluster.
 */
export async function openCluster(dataDirectory: string): Promise<Cluster> {
  const user = await prepare(dataDirectory);
  const binaries = await findBinaries(join(dataDirectory, 'runtime'), user);
  const directory = join(dataDirectory, 'postgres');
  await finishMove(directory);
  const password = (await readPassword(directory)) ?? (await create(directory, binaries, user));
  return { directory, binaries, user, password };
}

/** The name of a new cluster that is complete and only has to take the place of the old one. */
export const movedName = 'postgres.moved';

/** A move to another version of PostgreSQL may have been killed between its last two steps. */
async function finishMove(directory: string): Promise<void> {
  if ((await readPassword(directory)) !== undefined) return;
  await rename(join(dirname(directory), movedName), directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error; // there was none
  });
}

/** Makes the data directory usable for the server's user, who is returned if it is another one. */
export async function prepare(dataDirectory: string): Promise<ServerUser | undefined> {
  const user = await serverUser();
  try {
    // When running as root, the server's user has to traverse the data directory; only the cluster itself is private.
    await mkdir(dataDirectory, { recursive: true, mode: user ? 0o711 : 0o700 });
    if (user) await chmod(dataDirectory, (await stat(dataDirectory)).mode | 0o011);
  } catch (cause) {
    throw new Error(`DEWEY_DATA_DIR ${dataDirectory} cannot be used: ${reason(cause)}.`, { cause });
  }
  const barrier = user && (await closedFolder(dataDirectory));
  if (barrier)
    throw new Error(
      `DEWEY_DATA_DIR ${dataDirectory} cannot be used: started as root, PostgreSQL runs as the user "postgres", who cannot enter ${barrier}. Choose a directory outside of it.`,
    );
  return user;
}

const passwordFile = 'dewey.password';

export async function readPassword(directory: string): Promise<string | undefined> {
  try {
    return (await readFile(join(directory, passwordFile), 'utf8')).trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(
      `DEWEY_DATA_DIR cannot be used: ${join(directory, passwordFile)} cannot be read: ${reason(cause)}.`,
      { cause },
    );
  }
}

export async function create(
  directory: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<string> {
  await removeAbandonedDrafts(directory);
  const draft = `${directory}.${process.pid}.new`;
  const password = randomBytes(24).toString('base64url');
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    const source = `${draft}.password`;
    await writeFile(source, password, { mode: 0o600 });
    if (user) {
      await chown(draft, user.uid, user.gid);
      await chown(source, user.uid, user.gid);
    }
    try {
      await run(
        binaries.initdb,
        ['-D', draft, '-U', superuser, '-A', 'scram-sha-256', '--pwfile', source, '-E', 'UTF8'].concat([
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
          '--locale=C',
        ]),
        user,
      );
    } finally {
      await rm(source, { force: true });
    }
    await appendFile(join(draft, 'postgresql.conf'), settings);
    await writeFile(join(draft, passwordFile), password, { mode: 0o600 });
    await chmod(draft, 0o700);
    await rename(draft, directory);
    return password;
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster: use its cluster.
    const theirs = await readPassword(directory);
    if (theirs) return theirs;
    throw new Error(
      `DEWEY_DATA_DIR cannot be used: PostgreSQL could not be set up in ${directory}: ${reason(cause)}.`,
      { cause },
    );
  }
}

/** Removes drafts of processes that died while creating a cluster. */
async function removeAbandonedDrafts(directory: string): Promise<void> {
  for (const name of await readdir(dirname(directory))) {
    const [, pid] = /^postgres\.(\d+)\.new/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid)))
      await rm(join(dirname(directory), name), { recursive: true, force: true });
  }
}

/** The connection URL of the running server; undefined when it is not running. */
export async function runningUrl(cluster: Cluster): Promise<string | undefined> {
  const [pid, , , port] = (await postmasterFile(cluster))?.split('\n') ?? [];
  if (!pid || !port || !(await isOurs(Number(pid), cluster))) return undefined;
  return `postgres://${superuser}:${cluster.password}@127.0.0.1:${port.trim()}/postgres`;
}

/**
 * Starts the server, detached, so that it outlives this process. If another process starts it at the same moment,
 * PostgreSQL lets one win, and the loser's error is not a failure: the caller checks for a running server next.
 *
 * @param port the previous port, so that connection pools find the server again after a crash. By default the same if it
 *   is free, as pools of other processes may look for the server there, else any free one.
 * @returns the reason when the server did not start.
 */
export async function start(cluster: Cluster, port?: number): Promise<string | undefined> {
  const [pid] = (await postmasterFile(cluster))?.split('\n') ?? [];
  // Left by a crash, and the process id has been reused: PostgreSQL alone would refuse to start.
  if (pid && !(await isOurs(Number(pid), cluster)))
    await rm(join(cluster.directory, 'postmaster.pid'), { force: true });
  const log = join(cluster.directory, 'server.log');
  const options = `-p ${port ?? (await freePort(await lastPort(cluster)))}`;
  try {
    await run(
      cluster.binaries.pgCtl,
      ['start', '-w', '-t', '60', '-s', '-D', cluster.directory, '-l', log, '-o', options],
      cluster.user,
    );
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

/** A server that has removed its file ends at once, or is held by the system. */
const endMs = 5000;

/** Stops the server, and waits for its end; open transactions are rolled back and clients disconnected. */
export async function stop(cluster: Cluster): Promise<void> {
  const [pid] = (await postmasterFile(cluster))?.split('\n') ?? [];
  await run(
    cluster.binaries.pgCtl,
    ['stop', '-w', '-s', '-m', 'fast', '-D', cluster.directory],
    cluster.user,
  );
  // pg_ctl has waited until the server removed its file, which is the last that it does before it ends.
  const until = performance.now() + endMs;
  while (pid && performance.now() < until && (await isOurs(Number(pid), cluster))) await delay(5);
}

const postmasterFile = (cluster: Cluster): Promise<string | undefined> =>
  readFile(join(cluster.directory, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** True when the process is alive and, if the system can tell, works in this cluster's folder. */
async function isOurs(pid: number, cluster: Cluster): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster.directory));
  } catch (error) {
    // The folder of another user's live process cannot be read.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Where the server listened when it last started. The file with its process id may already be gone after a crash. */
async function lastPort(cluster: Cluster): Promise<number | undefined> {
  const command = await readFile(join(cluster.directory, 'postmaster.opts'), 'utf8').catch(() => ''); // never started
  const [, port] = /"-p" "(\d{1,5})"/.exec(command) ?? [];
  return port === undefined ? undefined : Number(port);
}

/** A free port, if possible the preferred one. */
function freePort(preferred?: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (preferred === undefined ? reject(error) : resolve(freePort())));
    probe.listen(preferred ?? 0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Runs one of PostgreSQL's programs as the server's user. @throws with the errors that it printed as message. */
function run(program: string, args: string[], user: ServerUser | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...user,
      cwd: '/',
      // Our environment must not affect the server (PGOPTIONS, PGDATA, LC_*); Windows programs need theirs to run.
      ...(process.platform === 'win32' ? {} : { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    // 'exit', not 'close': the server inherits the pipes and keeps them open while it runs.
    child.once('exit', (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      if (code === 0) resolve();
      else reject(new Error(programError(output) || `${program} ended with code ${code}`));
    });
  });
}

const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
