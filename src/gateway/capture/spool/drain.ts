import { watch } from 'node:fs';
import { failureCode, fateOf } from '../../../db/postgres/errors.ts';
import { measureSpool, type SpoolState } from './append.ts';
import { type DrainOnceOptions, drainOnce } from './drain-once.ts';
import { letterIds } from './letters.ts';
import { retryLetters } from './retry.ts';
import { ensureSpool } from './segment.ts';

export type DrainOptions = Omit<DrainOnceOptions, 'tries' | 'unrepaired'>;

export type Drainer = {
  /** Drains everything present now; resolves when done, or when the database is unavailable. */
  drain(): Promise<void>;
  state(): SpoolState;
  stop(): Promise<void>;
};

/** Polling interval: file system notifications are not guaranteed. */
const lookEveryMs = 1000;
const retryAfterMs = 1000;
const gatherMs = 20;
/** After this many failed passes in a row, the failure is logged as an error. */
const alertAfter = 10;
/** Retry interval of dead letters that may succeed later; all of them are tried once at the start. */
const lettersEveryMs = 600_000;

/** Watches a spool and stores its records, one process at a time; a segment is removed once all of it is stored. */
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
      // Reset within the pass, so that no call slips in between its end and the start of the next.
      busy = false;
    }
  };
  const report = (err: unknown) => {
    const fate = fateOf(err);
    const code = failureCode(err);
    if (fate === 'unreachable') log.warn({ code }, 'database unavailable; the spool is waiting');
    else if (fate === 'busy' && failures % alertAfter !== 0)
      log.warn({ code, tries: failures }, 'database busy; the spool is waiting');
    else if (fate === 'damage')
      log.error(
        { err, code },
        'the database reports damaged data; what touches it waits until it is repaired or restored from a backup',
      );
    else log.error({ err, code, tries: failures }, 'the spool could not be drained; trying again');
  };
  /** Runs beside draining: a slow letter must not hold up new records. */
  const tryLetters = () => {
    const first = lettersTriedMs === undefined;
    if (stopped || letters || (!first && performance.now() - (lettersTriedMs ?? 0) < lettersEveryMs)) return;
    lettersTriedMs = performance.now();
    letters = (first ? logLetters() : Promise.resolve())
      .then(() =>
        retryLetters(
          options,
          ({ id }) => first || id.endsWith('.apart'),
          () => stopped,
        ),
      )
      .catch((err: unknown) => log.warn({ err }, 'dead letters could not be retried; they are kept'))
      .finally(() => {
        letters = undefined;
      });
  };
  const logLetters = async () => {
    const { length } = await letterIds(folder);
    if (length > 0)
      log.error(
        { dead_letters: length },
        'the spool has dead letters; retrying them now, see "dewey spool list"',
      );
  };
  const poke = () => {
    again = true;
    if (!busy) running = pass();
    return running;
  };
  /** Records that arrive in quick succession are drained together, and draining does not delay their senders. */
  const pokeSoon = () => {
    if (!stopped)
      soon ??= setTimeout(() => {
        soon = undefined;
        void poke();
      }, gatherMs).unref();
  };
  const watcher = watch(folder, pokeSoon);
  watcher.on('error', (err) => log.warn({ err }, 'the spool folder cannot be watched; polling it instead'));
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
