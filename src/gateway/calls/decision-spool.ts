import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { failureCode, fateOf, isRetriedBy } from '../../db/postgres/errors.ts';
import type { Deps, Log, Spool } from '../../handlers/tool/deps.ts';
import { writeDurably } from '../runtime/durable.ts';
import { rejectedSuffix, remove, requeueDecisions, waitingIn } from './decision-files.ts';

export type DecisionSpool = Spool & {
  /** Stores what waits, oldest first, until the database is away again; resolves with how many still wait. */
  drain(): Promise<number>;
  /** Tries to drain now and then for as long as something waits. */
  start(): void;
  stop(): Promise<void>;
};

type Store = (kind: string, payload: unknown) => Promise<boolean>;

const everyMs = 1000;
/** What fails for a reason nobody knows waits as if the database were away, and no longer than so many tries. */
const unknownFailures = 60;
const entry = z.object({ kind: z.string(), payload: z.unknown() });

/**
 * A folder with one file for each thing that could not be stored. A file is there whole or not at all, and on disk
 * before its caller hears of it; it goes once its content is stored. Names sort by time.
 *
 * Not part of the capture spool: that one drops records when it is full, sets a record aside and continues with the next,
 * and would store decisions only after all captured events before them. Here nothing is dropped, a signal never comes
 * before its decision (without which it would be discarded), and a decision can be given its outcome a second after the
 * database is back.
 */
export function createDecisionSpool(
  folder: string,
  store: Store,
  { newId, log }: Pick<Deps, 'newId'> & { log: Log },
): DecisionSpool {
  let timer: NodeJS.Timeout | undefined;
  let draining: Promise<number> | undefined;

  const tries = new Map<string, number>();
  /** True when what failed is to wait, and with it what came later: signals follow their decisions. */
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
        if (fateOf(err) === 'unreachable') log.warn({ code }, 'database away; decisions wait on disk');
        else log.error({ err, code }, 'decisions wait on disk: the database takes nothing now');
        return names.length - i;
      }
    return 0;
  };

  return {
    async append(kind, payload) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${newId()}.json`;
      await writeDurably(join(folder, name), JSON.stringify({ kind, payload }));
      log.warn({ kind }, 'the database is away; kept on disk');
    },
    drain() {
      draining ??= drainOnce().finally(() => {
        draining = undefined;
      });
      return draining;
    },
    start() {
      // What was set aside is tried once more: this may be another version.
      requeueDecisions(folder).then(
        (again) => {
          if (again > 0) log.error({ again }, 'decisions that could not be stored are tried again');
        },
        (err: unknown) => log.error({ err }, 'decisions that could not be stored are not tried again'),
      );
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

/** Stores one file's content and removes it; what can never be stored is set aside for people to look at. */
async function settle(
  path: string,
  store: Store,
  log: Log,
  hasToWait: (path: string, err: unknown) => boolean,
): Promise<void> {
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
    if (hasToWait(path, err)) throw err;
    log.error({ err, path }, 'cannot be stored and is set aside; "dewey spool list" shows it');
    await rename(path, path + rejectedSuffix);
  }
}
