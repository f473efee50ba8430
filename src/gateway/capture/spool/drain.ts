import { watch } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReaderPosition } from '../../../db/capture/store.ts';
import type { Pool } from '../../../db/connect.ts';
import { failureCode, isUnavailable } from '../../../db/failure.ts';
import type { Log } from '../../../handlers/deps.ts';
import { readLines } from '../lines.ts';
import { measureSpool, type SpoolState } from './append.ts';
import { readySegments } from './ready.ts';
import {
  decodeRecord,
  ensureSpool,
  fullMark,
  openSuffix,
  type SpoolRecord,
  sealedSuffix,
} from './segment.ts';
import type { SpoolWriter } from './writer.ts';

/** Stores one record, together with the positions given. */
export type StoreRecord = (record: SpoolRecord, positions: ReaderPosition[]) => Promise<void>;

export type DrainOptions = {
  folder: string;
  sql: Pool;
  store: StoreRecord;
  log: Log;
  clock: () => Date;
  /** The writer of this process: what it has synced can be drained while it goes on. */
  writer?: SpoolWriter | undefined;
  limitBytes: number;
  onPoison?: () => void;
};

export type Drainer = {
  /** Drains what is there now; resolves when it is done or the database is away. */
  drain(): Promise<void>;
  state(): SpoolState;
  stop(): Promise<void>;
};

/** Looks again although nothing was noticed: notifications of file systems are not promised. */
const lookEveryMs = 1000;
const retryAfterMs = 1000;
const gatherMs = 20;

/** Follows a spool and stores what is in it, one process at a time; segments go when all of them is stored. */
export function startDrainer(options: DrainOptions): Drainer {
  ensureSpool(options.folder);
  let stopped = false;
  let again = false;
  let busy = false;
  let running: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;

  const pass = async () => {
    busy = true;
    try {
      do {
        again = false;
        await drainOnce(options);
      } while (again && !stopped);
    } catch (err) {
      if (!isUnavailable(err)) options.log.error({ err }, 'the spool could not be drained; trying again');
      else options.log.warn({ code: failureCode(err) }, 'database away; the spool waits');
      if (!stopped) retry = setTimeout(poke, retryAfterMs).unref();
    } finally {
      // Within the pass, so that no call falls between its end and the next one's start.
      busy = false;
    }
  };
  const poke = () => {
    again = true;
    if (!busy) running = pass();
    return running;
  };
  /** What comes in quick succession is drained together, and whoever sends it is not kept waiting by the draining. */
  const pokeSoon = () => {
    if (!stopped)
      soon ??= setTimeout(() => {
        soon = undefined;
        void poke();
      }, gatherMs).unref();
  };
  const watcher = watch(options.folder, pokeSoon);
  watcher.on('error', (err) =>
    options.log.warn({ err }, 'the spool folder cannot be watched; looking at it instead'),
  );
  const timer = setInterval(() => void poke(), lookEveryMs).unref();
  if (options.writer) options.writer.onAppend = pokeSoon;
  void poke();
  return {
    drain: poke,
    state: () => measureSpool(options.folder, options.writer?.synced),
    async stop() {
      watcher.close();
      clearInterval(timer);
      clearTimeout(retry);
      clearTimeout(soon);
      await options.writer?.seal();
      await poke();
      stopped = true;
      clearTimeout(retry);
      clearTimeout(soon);
    },
  };
}

async function drainOnce(options: DrainOptions): Promise<void> {
  const names = await readySegments(options);
  const own = options.writer?.synced;
  if (names.length === 0 && (!own || own.bytes === own.stored)) return;
  // One process at a time; the lock is a transaction's, which ends with its connection and stays on it behind a pooler.
  await options.sql.begin(async (holder) => {
    const [lock] = await holder<{ held: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`spool:${options.folder}`}, 0)) as held`;
    if (!lock?.held) return;
    for (const found of names) {
      const name = await claim(options.folder, found);
      if (name === undefined) continue;
      await drainSegment(options, join(options.folder, name), name);
      await rm(join(options.folder, name), { force: true });
      await options.sql`delete from capture_positions where reader = ${readerOf(name)}`;
    }
    if (own && own.bytes > own.stored) {
      const until = own.bytes;
      const begun = options.clock().getTime();
      await drainSegment(options, own.path, own.name, until);
      own.stored = until;
      own.since = begun; // what came meanwhile is younger
    }
    await liftMark(options);
  });
}

/**
 * Seals what a dead writer left, before it is read: a writer that lives after all finds its segment gone, and writes
 * what it has not acknowledged yet to another.
 */
async function claim(folder: string, name: string): Promise<string | undefined> {
  if (!name.endsWith(openSuffix)) return name;
  const sealed = name.slice(0, -openSuffix.length) + sealedSuffix;
  try {
    await rename(join(folder, name), join(folder, sealed));
    return sealed;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined; // sealed meanwhile
    throw error;
  }
}

const readerOf = (name: string): string => `spool:${name.replace(/\.(open|sealed)$/, '')}`;

async function drainSegment(
  options: DrainOptions,
  path: string,
  name: string,
  until?: number,
): Promise<void> {
  const reader = readerOf(name);
  const [saved] = await options.sql<{ position: string }[]>`
    select position from capture_positions where reader = ${reader}`;
  const from = Number(saved?.position ?? 0);
  if (until !== undefined && from >= until) return;
  const file = await open(path, 'r').catch((error: Error) => {
    if ('code' in error && error.code === 'ENOENT') return undefined; // sealed meanwhile: the next pass finds it
    throw error;
  });
  if (!file) return;
  try {
    for await (const stretch of readLines(file, from, { complete: false }))
      for (const line of stretch.lines) {
        if (until !== undefined && line.end > until) return;
        await drainRecord(options, line.text, name, { reader, position: line.end });
      }
  } finally {
    await file.close();
  }
}

const attempts = 3;

async function drainRecord(
  options: DrainOptions,
  line: string,
  name: string,
  position: ReaderPosition,
): Promise<void> {
  const record = decodeRecord(line);
  if (record === undefined) return setAside(options, line, name, position, 'damaged');
  for (let attempt = 1; ; attempt += 1)
    try {
      await options.store(record, [position]);
      return;
    } catch (err) {
      if (isUnavailable(err)) throw err;
      if (attempt < attempts) continue;
      options.log.error({ err, segment: name }, 'a record of the spool cannot be stored');
      return setAside(options, line, name, position, 'refused');
    }
}

/** A record that cannot be stored must not hold up the others; it is kept for whoever looks into it. */
async function setAside(
  options: DrainOptions,
  line: string,
  name: string,
  position: ReaderPosition,
  reason: string,
): Promise<void> {
  const folder = join(options.folder, 'poison');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = `${name.replace(/\.(open|sealed)$/, '')}-${position.position}.${reason}`;
  await writeFile(join(folder, file), line, { mode: 0o600 });
  options.log.error({ segment: name, reason, file }, 'a record of the spool was set aside');
  options.onPoison?.();
}

async function liftMark({ folder, limitBytes }: DrainOptions): Promise<void> {
  if (measureSpool(folder).bytes < limitBytes) await rm(join(folder, fullMark), { force: true });
}
