import { watch } from 'node:fs';
import { failureCode, fateOf } from '../../../db/postgres/errors.ts';
import { measureSpool, type SpoolState } from './append.ts';
import { type DrainOnceOptions, drainOnce } from './drain-once.ts';
import { letterIds } from './letters.ts';
import { retryLetters } from './retry.ts';
import { ensureSpool } from './segment.ts';

export type DrainOptions = Omit<DrainOnceOptions, 'tries' | 'unrepaired'>;

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
/** After so many passes that failed one after the other, waiting is no matter of course any more. */
const alertAfter = 10;
/** Dead letters that may be stored some time are tried so often; all of them once at the start. */
const lettersEveryMs = 600_000;

/** Follows a spool and stores what is in it, one process at a time; segments go when all of them is stored. */
export function startDrainer(given: DrainOptions): Drainer {
  const options: DrainOnceOptions = { ...given, tries: new Map(), unrepaired: new Set() };
  const { folder, log } = options;
  ensureSpool(folder);
  let stopped = false;
  let again = false;
  let busy = false;
  let failures = 0;
  let running: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let letters: Promise<void> | undefined;
  let lettersTriedMs: number | undefined;

  const pass = async () => {
    busy = true;
    try {
      do {
        again = false;
        if (await drainOnce(options)) again = true;
        failures = 0;
      } while (again && !stopped);
      tryLetters();
    } catch (err) {
      failures += 1;
      report(err);
      if (!stopped) retry = setTimeout(poke, retryAfterMs).unref();
    } finally {
      // Within the pass, so that no call falls between its end and the next one's start.
      busy = false;
    }
  };
  const report = (err: unknown) => {
    const fate = fateOf(err);
    const code = failureCode(err);
    if (fate === 'away') log.warn({ code }, 'database away; the spool waits');
    else if (fate === 'busy' && failures % alertAfter !== 0)
      log.warn({ code, tries: failures }, 'database busy; the spool waits');
    else if (fate === 'damage')
      log.error(
        { err, code },
        'the database reports damaged data; what touches it waits, restore a backup or repair it',
      );
    else log.error({ err, code, tries: failures }, 'the spool could not be drained; trying again');
  };
  /** Beside the draining: a letter may take its time, and what comes in does not wait for it. */
  const tryLetters = () => {
    const first = lettersTriedMs === undefined;
    if (stopped || letters || (!first && performance.now() - (lettersTriedMs ?? 0) < lettersEveryMs)) return;
    lettersTriedMs = performance.now();
    letters = (first ? tellLetters() : Promise.resolve())
      .then(() =>
        retryLetters(
          options,
          ({ id }) => first || id.endsWith('.apart'),
          () => stopped,
        ),
      )
      .catch((err: unknown) => log.warn({ err }, 'dead letters could not be tried again; they stay'))
      .finally(() => {
        letters = undefined;
      });
  };
  const tellLetters = async () => {
    const { length } = await letterIds(folder);
    if (length > 0)
      log.error(
        { dead_letters: length },
        'the spool has dead letters, tried again now; see "dewey spool list"',
      );
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
  const watcher = watch(folder, pokeSoon);
  watcher.on('error', (err) =>
    log.warn({ err }, 'the spool folder cannot be watched; looking at it instead'),
  );
  const timer = setInterval(() => void poke(), lookEveryMs).unref();
  if (options.writer) options.writer.onAppend = pokeSoon;
  void poke();
  return {
    drain: poke,
    state: () => measureSpool(folder, options.writer?.synced),
    async stop() {
      watcher.close();
      clearInterval(timer);
      clearTimeout(retry);
      clearTimeout(soon);
      await options.writer?.seal();
      await poke();
      stopped = true;
      await letters;
      clearTimeout(retry);
      clearTimeout(soon);
    },
  };
}
