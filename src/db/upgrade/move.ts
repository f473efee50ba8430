import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { readBackup } from '../backup/read.ts';
import { restoreBackup } from '../backup/restore.ts';
import { writeBackup } from '../backup/write.ts';
import type { Binaries } from '../postgres/embedded/binaries.ts';
import {
  type Cluster,
  create,
  movedName,
  prepare,
  readPassword,
  runningUrl,
  start,
  stop,
} from '../postgres/embedded/cluster.ts';
import { database, ensureDatabase } from '../postgres/embedded/index.ts';
import { isAlive } from '../runtime/is-alive.ts';

export type MoveOptions = {
  from: Binaries;
  to: Binaries;
  /** The version of Dewey, for the backup's header. */
  version: string;
  /** Called before each step. */
  onStep?: (step: string) => void;
};

/** Where the old cluster is kept, and how many rows were compared. */
export type Moved = { kept: string; rows: number };

/**
 * Moves the embedded cluster of a data directory to another major version of PostgreSQL: a backup of the old one is
 * restored into a new one, both are compared table by table, and only then does the new one take its place. The old
 * directory stays. Killed at any moment, it leaves the old cluster in place, or the new one complete.
 *
 * @throws Error when another process uses the cluster, or the two differ.
 */
export async function moveCluster(dataDirectory: string, options: MoveOptions): Promise<Moved> {
  const unlock = await lock(join(dataDirectory, 'postgres.moving'));
  try {
    return await move(dataDirectory, options);
  } finally {
    await unlock();
  }
}

async function move(dataDirectory: string, { from, to, version, onStep }: MoveOptions): Promise<Moved> {
  const directory = join(dataDirectory, 'postgres');
  const kept = `${directory}-${from.major}`;
  const file = `${directory}.backup`;
  const draft = `${directory}.new`;
  const user = await prepare(dataDirectory);
  const old: Cluster = { directory, binaries: from, user, password: (await readPassword(directory)) ?? '' };
  if (await runningUrl(old))
    throw new Error(`PostgreSQL ${from.major} still runs in ${directory}. Stop the older Dewey first.`);
  onStep?.(`Reading the data of PostgreSQL ${from.major}`);
  const foreign = await whileRunning(old, async (url) => {
    const report = await writeBackup(url, createWriteStream(file, { mode: 0o600 }), { version });
    return report.foreign;
  });
  if (foreign.length > 0)
    throw new Error(
      `The database has tables that are not Dewey's and would be lost: ${foreign.join(', ')}. Move or drop them first.`,
    );
  onStep?.(`Writing it with PostgreSQL ${to.major}`);
  // Left by a move that was killed; the old cluster, which is still in its place, is the one that counts.
  for (const folder of [draft, join(dataDirectory, movedName)])
    await rm(folder, { recursive: true, force: true });
  const password = await create(draft, to, user);
  const moved: Cluster = { directory: draft, binaries: to, user, password };
  const rows = await whileRunning(moved, async (url) => {
    const before = await readBackup(createReadStream(file));
    const trusted = { keys: true, contexts: true };
    await restoreBackup(url, createReadStream(file), { trusted });
    onStep?.('Comparing both');
    await compare(url, before.tables);
    return before.end.rows;
  });
  await rename(draft, join(dataDirectory, movedName));
  await rm(kept, { recursive: true, force: true });
  await rename(directory, kept);
  await rename(join(dataDirectory, movedName), directory);
  await rm(file, { force: true });
  return { kept, rows };
}

/** The backup's own checksums have shown that every row was read as it was written; now that each is in the new one. */
async function compare(url: string, expected: Record<string, number>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (const [table, rows] of Object.entries(expected)) {
      const [found] = await sql`select count(*)::int as rows from ${sql(table)}`;
      if (found?.rows !== rows)
        throw new Error(
          `The table ${table} has ${found?.rows} rows instead of ${rows}. The old data is untouched.`,
        );
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function whileRunning<T>(cluster: Cluster, work: (url: string) => Promise<T>): Promise<T> {
  const problem = await start(cluster);
  const url = await runningUrl(cluster);
  if (!url) throw new Error(`PostgreSQL ${cluster.binaries.major} did not start: ${problem}.`);
  try {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    await ensureDatabase(sql).finally(() => sql.end({ timeout: 5 }));
    return await work(url.replace(/\/postgres$/, `/${database}`));
  } finally {
    await stop(cluster);
  }
}

/** @returns a function that unlocks. */
async function lock(path: string): Promise<() => Promise<void>> {
  const file = await open(path, 'wx').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const holder = Number(await readFile(path, 'utf8'));
    if (holder > 0 && isAlive(holder))
      throw new Error(
        `Process ${holder} is moving the data to another PostgreSQL. Try again when it has ended.`,
      );
    // Left by a process that was killed.
    await rm(path, { force: true });
    return open(path, 'wx');
  });
  await file.writeFile(String(process.pid));
  await file.close();
  return () => rm(path, { force: true });
}
