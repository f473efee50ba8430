import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { failureCode, fateOf, isRetriedBy } from '../../db/postgres/errors.ts';
import type { Deps, Log, Spool } from '../../handlers/tool/deps.ts';
import { writeDurably } from '../runtime/durable.ts';
import { rejectedSuffix, remove, requeueDecisions, waitingIn } from './decision-files.ts';

export type DecisionSpool = Spool & {
  /**
   * Stores queued files, oldest first, until the database is unreachable again; resolves with the number still queued.
   */
  drain(): Promise<number>;
  /** Retries periodically while anything is queued. */
  start(): void;
  stop(): Promise<void>;
};

type Store = (kind: string, payload: unknown) => Promise<boolean>;

const everyMs = 1000;
/** A failure of unknown cause is retried as if the database were unreachable, up to this many times. */
const unknownFailures = 60;
const entry = z.object({ kind: z.string(), payload: z.unknown() });

/**
 * A folder with one file for each payload that could not be stored. Files appear atomically and are durable before the
 * caller gets its answer; they are removed once stored. Names sort by time.
 *
 * Separate from the capture spool, which drops records when it is full, sets a failing record aside after a few attempts
 * and stores in order, behind every captured event. Here nothing is dropped, signals wait as long as their decision does
 * (a signal without its decision is discarded), and decisions are stored within a second of the database's return.
 */
export function createDecisionSpool(
  folder: string,
  store: Store,
  { newId, log }: Pick<Deps, 'newId'> & { log: Log },
): DecisionSpool {
  let timer: NodeJS.Timeout | undefined;
  let draining: Promise<number> | undefined;

  const tries = new Map<string, number>();
  /** True if a failed file has to wait, and with it all later ones: signals must follow their decisions. */
  const hasToWait = (path: string, err: unknown): boolean => {
    if (isRetriedBy('spool', err)) return true;
    if (fateOf(err) === 'refused' || failureCode(err) === undefined) return false;
    const count = (tries.get(path) ?? 0) + 1;
    tries.set(path, count);
    if (count >= unknownFailures) tries.delete(path);
    return count < unknownFailures;
  };

  const drainOnce = async (): Promise<number> => {
    const names = await waitingIn(folder);
    for (const [i, name] of names.entries())
      try {
        await settle(join(folder, name), store, log, hasToWait);
      } catch (err) {
        const code = failureCode(err);
        if (fateOf(err) === 'unreachable') log.warn({ code }, 'database unreachable; decisions wait on disk');
        else log.error({ err, code }, 'decisions wait on disk: the database accepts nothing at the moment');
        return names.length - i;
      }
    return 0;
  };

  return {
    async append(kind, payload) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${newId()}.json`;
      await writeDurably(join(folder, name), JSON.stringify({ kind, payload }));
      log.warn({ kind }, 'the database is unreachable; kept on disk');
    },
    drain() {
      draining ??= drainOnce().finally(() => {
        draining = undefined;
      });
      return draining;
    },
    start() {
      // Rejected files get another try on each start: this may be a newer version.
      requeueDecisions(folder).then(
        (again) => {
          if (again > 0) log.error({ again }, 'retrying decisions that could not be stored');
        },
        (err: unknown) => log.error({ err }, 'decisions that could not be stored could not be queued again'),
      );
      timer = setInterval(() => {
        this.drain().catch((err) => log.error({ err }, 'the decision spool could not be drained'));
      }, everyMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await draining?.catch(() => undefined); // already logged where the drain was started
    },
  };
}

/** Stores one file's content and removes the file; content that can never be stored is set aside for inspection. */
async function settle(
  path: string,
  store: Store,
  log: Log,
  hasToWait: (path: string, err: unknown) => boolean,
): Promise<void> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined; // another process was faster
    throw error;
  });
  if (text === undefined) return;
  try {
    const { kind, payload } = entry.parse(JSON.parse(text));
    if (!(await store(kind, payload)))
      log.warn({ path, kind }, 'the decision it refers to no longer exists; not stored');
    await remove(path);
  } catch (err) {
    if (hasToWait(path, err)) throw err;
    log.error({ err, path }, 'cannot be stored and is set aside; "dewey spool list" shows it');
    await rename(path, path + rejectedSuffix);
  }
}
