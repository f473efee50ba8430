import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { reconnectPause } from '../pool.ts';
import { type Cluster, openCluster, runningUrl, start, stop } from './cluster.ts';

/**
 * A running embedded PostgreSQL, held while this process needs it.
 *
 * Every process holds a shared advisory lock; the one that can upgrade it to exclusive on release is the last, and
 * stops the server. After a kill -9 the server keeps running, and the next process finds and uses it.
 */
export type EmbeddedServer = {
  /** Connection URL of the `winni` database; constant while the server runs. */
  readonly url: string;
  /** Releases the server; stops it if no other process holds it. */
  release(): Promise<void>;
};

/** The database of the lake within the cluster. */
export const database = 'winni';
/** Advisory lock; an arbitrary constant. */
const holdersLock = 7_061_985_234;
const timeoutMs = 60_000;
/** How long to retry a server that ends right after each start: remains of a killed one may block it. */
const startTimeoutMs = 5000;

/**
 * Finds or starts the server of a data directory.
 *
 * @throws an error that names the directory and PostgreSQL's own reason when it does not start.
 */
export async function holdEmbeddedServer(dataDirectory: string): Promise<EmbeddedServer> {
  const cluster = await openCluster(dataDirectory);
  const deadline = performance.now() + timeoutMs;
  let problem: string | undefined;
  let failingSince: number | undefined;
  for (;;) {
    const url = await runningUrl(cluster);
    if (url) {
      failingSince = undefined;
      const held = await tryHold(cluster, url);
      if (typeof held === 'object') return held;
      problem = held;
    } else {
      problem = (await start(cluster)) ?? problem;
      if (await runningUrl(cluster)) continue;
      failingSince ??= performance.now();
    }
    const now = performance.now();
    if (now > deadline || now > (failingSince ?? now) + startTimeoutMs)
      throw new Error(
        `PostgreSQL in DEWEY_DATA_DIR ${dataDirectory} did not start: ${problem}. See ${cluster.directory}/server.log.`,
      );
    // Another process is either starting or stopping it.
    await delay(50);
  }
}

/**
 * Takes the shared lock on a connection that lasts as long as the hold; returns a string with the reason on failure.
 */
async function tryHold(cluster: Cluster, url: string): Promise<EmbeddedServer | string> {
  let released = false;
  let recovery: Promise<void> = Promise.resolve();
  const sql = postgres(url, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    backoff: reconnectPause,
    onnotice: () => undefined,
    onclose: () => {
      if (!released && held) recovery = recovery.then(() => restart(cluster, sql, () => released));
    },
  });
  let held = false;
  try {
    await ensureDatabase(sql);
    held = await takeShared(sql);
    if (!held) {
      await sql.end();
      return 'it is being stopped';
    }
  } catch (error) {
    await sql.end({ timeout: 1 });
    return error instanceof Error ? error.message : String(error);
  }
  return {
    url: url.replace(/\/postgres$/, `/${database}`),
    async release() {
      released = true;
      await recovery;
      if (await isLastHolder(sql)) await stop(cluster);
      await sql.end({ timeout: 1 });
    },
  };
}

async function takeShared(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql`select pg_try_advisory_lock_shared(${holdersLock}) as held`;
  return row?.held === true;
}

/** Restarts a server that died, on its old port, where the pools expect it, and holds it again. */
async function restart(cluster: Cluster, sql: postgres.Sql, released: () => boolean): Promise<void> {
  const port = Number(sql.options.port[0]);
  while (!released()) {
    if (!(await runningUrl(cluster))) await start(cluster, port);
    const held = await takeShared(sql).catch(() => false);
    if (held) return;
    await delay(250);
  }
}

export async function ensureDatabase(sql: postgres.Sql): Promise<void> {
  const [found] = await sql`select 1 from pg_database where datname = ${database}`;
  if (found) return;
  try {
    await sql.unsafe(`create database ${database}`);
  } catch (error) {
    // 42P04, 23505: another process created it at the same moment.
    if (!(error instanceof postgres.PostgresError) || !['42P04', '23505'].includes(error.code)) throw error;
  }
}

async function isLastHolder(sql: postgres.Sql): Promise<boolean> {
  try {
    await sql`select pg_advisory_unlock_shared(${holdersLock})`;
    const [row] = await sql`select pg_try_advisory_lock(${holdersLock}) as alone`;
    return row?.alone === true;
  } catch {
    // The server is already gone: nothing to stop.
    return false;
  }
}
