import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isUnavailable } from '../db/failure.ts';
import type { Deps, Log, Spool } from '../handlers/deps.ts';

export type DecisionSpool = Spool & {
  /** Stores what waits, oldest first, until the database is away again; resolves with how many still wait. */
  drain(): Promise<number>;
  /** Tries to drain now and then for as long as something waits. */
  start(): void;
  stop(): Promise<void>;
};

type Store = (kind: string, payload: unknown) => Promise<boolean>;

const everyMs = 1000;
const entry = z.object({ kind: z.string(), payload: z.unknown() });

/**
 * A folder with one file for each thing that could not be stored. A file is there whole or not at all, and on disk
 * before its caller hears of it; it goes once its content is stored. Names sort by time.
 */
export function createDecisionSpool(
  folder: string,
  store: Store,
  { newId, log }: Pick<Deps, 'newId'> & { log: Log },
): DecisionSpool {
  let timer: NodeJS.Timeout | undefined;
  let draining: Promise<number> | undefined;

  const drainOnce = async (): Promise<number> => {
    const names = await waitingIn(folder);
    for (const [i, name] of names.entries())
      try {
        await settle(join(folder, name), store, log);
      } catch (err) {
        if (!isUnavailable(err)) throw err;
        return names.length - i;
      }
    return 0;
  };

  return {
    async append(kind, payload) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${newId()}.json`;
      await writeDurably(folder, name, JSON.stringify({ kind, payload }));
      log.warn({ kind }, 'the database is away; kept on disk');
    },
    drain() {
      draining ??= drainOnce().finally(() => {
        draining = undefined;
      });
      return draining;
    },
    start() {
      timer = setInterval(() => {
        this.drain().catch((err) => log.error({ err }, 'what waits on disk could not be stored'));
      }, everyMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await draining?.catch(() => undefined); // it was logged where it was started
    },
  };
}

async function waitingIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // nothing ever had to wait
    throw error;
  });
  return names.filter((name) => name.endsWith('.json')).sort();
}

/** Stores one file's content and removes it; what can never be stored is set aside for people to look at. */
async function settle(path: string, store: Store, log: Log): Promise<void> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined; // another process was quicker
    throw error;
  });
  if (text === undefined) return;
  try {
    const { kind, payload } = entry.parse(JSON.parse(text));
    if (!(await store(kind, payload))) log.warn({ path, kind }, 'its decision is gone; it is not stored');
    await remove(path);
  } catch (err) {
    if (isUnavailable(err)) throw err;
    log.error({ err, path }, 'cannot be stored and is set aside');
    await rename(path, `${path}.rejected`);
  }
}

const remove = (path: string) =>
  unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });

/** On return the file is on disk under its name, whatever happens to the machine. */
async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  const unfinished = join(folder, `${name}.tmp`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, name));
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
