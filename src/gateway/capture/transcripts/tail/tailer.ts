import { failureCode, fateOf, isUnavailable } from '../../../../db/postgres/errors.ts';
import type { Log } from '../../../../handlers/tool/deps.ts';
import type { Figures } from '../../messages/counters.ts';
import type { Store } from '../../messages/store.ts';
import type { Place } from '../find-files.ts';
import { TailedFile } from './file.ts';
import { type Change, FolderWatch } from './folders.ts';
import type { OffsetStore } from './offsets.ts';
import type { TailRead } from './reads.ts';

export type TailerOptions = {
  folders: readonly Place[];
  offsets: OffsetStore;
  store: Store;
  /** Why the store is unavailable; undefined when the failure concerns one transcript only. */
  unreachable?: (error: unknown) => string | undefined;
  log: Log;
  figures: Figures;
  clock: () => Date;
  /** Told of every read once its messages are stored. */
  onRead?: (read: TailRead) => void;
};

export type Tailer = {
  /** Changed files that are not read yet, and how long the oldest of them has waited. */
  state(): { waiting: number; lagMs: number };
  stop(): Promise<void>;
};

/**
 * A change to be read: when it was noticed, when the first of the changes not read yet was made, and how often the
 * database was too busy for it.
 */
type Waiting = Change & { noticedMs: number; sinceMs: number; refusals: number };

const retryAfterMs = 1000;
/** A transcript that times out each time must not keep the database busy. */
const longestRetryMs = 60_000;

const databaseUnreachable = (error: unknown): string | undefined =>
  isUnavailable(error) ? `database unavailable (${failureCode(error)})` : undefined;

/**
 * Follows the transcripts of agents as they grow, one file at a time. Files that have not changed since Dewey first
 * followed transcripts here are left to `dewey import`.
 */
export async function startTailer(options: TailerOptions): Promise<Tailer> {
  const { offsets, store, unreachable = databaseUnreachable, log, figures, clock, onRead } = options;
  const since = (await offsets.firstStart(clock())) - coarseMs;
  const files = new Map<string, TailedFile>();
  const waiting = new Map<string, Waiting>();
  let working: Promise<void> | undefined;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  /** Until when files are not read again, and the timer for the first of them. */
  const rests = new Map<string, number>();
  let rested: NodeJS.Timeout | undefined;
  let lastReason: string | undefined;

  const fileOf = (path: string): TailedFile => {
    const known = files.get(path);
    if (known) return known;
    const made = new TailedFile(path, offsets, store);
    files.set(path, made);
    return made;
  };
  const read = async (change: Waiting) => {
    const file = fileOf(change.path);
    if (change.mtimeMs < since && !(await file.isKnown())) return;
    const { counts, tally } = await file.read();
    rests.set(change.path, performance.now() + file.restMs);
    figures.add('tail', counts, tally);
    onRead?.({ path: change.path, counts, tally, lagMs: Math.max(0, clock().getTime() - change.sinceMs) });
  };
  const restOf = (path: string) => (rests.get(path) ?? 0) - performance.now();
  /** Its file may have changed again meanwhile. */
  const putBack = (change: Waiting) => {
    const { noticedMs, sinceMs, refusals } = change;
    waiting.set(change.path, { ...(waiting.get(change.path) ?? change), noticedMs, sinceMs, refusals });
  };
  const work = async () => {
    for (const [path, change] of waiting) {
      if (stopped) return;
      if (restOf(path) > 0) continue;
      waiting.delete(path);
      try {
        await read(change);
        if (lastReason !== undefined) log.info({}, 'storing transcripts again');
        lastReason = undefined;
      } catch (err) {
        figures.failures += 1;
        const reason = unreachable(err);
        if (reason !== undefined) {
          if (reason !== lastReason) log.warn({ reason }, 'transcripts are waiting to be stored');
          lastReason = reason;
          putBack(change);
          retry = setTimeout(start, retryAfterMs).unref();
          return;
        }
        if (fateOf(err) === 'busy') {
          const code = failureCode(err);
          if (change.refusals === 0) log.warn({ code, path }, 'database busy; a transcript is waiting');
          putBack({ ...change, refusals: change.refusals + 1 });
          rests.set(path, performance.now() + Math.min(retryAfterMs * 2 ** change.refusals, longestRetryMs));
          continue;
        }
        log.error({ err, path }, 'a transcript could not be read; retrying when it grows');
        files.delete(path);
      }
    }
  };
  const start = () => {
    working ??= work().finally(() => {
      working = undefined;
      const wait = Math.min(...[...waiting.keys()].map(restOf));
      clearTimeout(rested);
      if (waiting.size > 0 && !stopped && wait > 0) rested = setTimeout(start, Math.ceil(wait)).unref();
      else if (waiting.size > 0 && !stopped && retry === undefined) start();
      retry = undefined;
    });
  };
  const watch = new FolderWatch(options.folders, log, clock, (change) => {
    const before = waiting.get(change.path);
    waiting.set(change.path, {
      ...change,
      noticedMs: before?.noticedMs ?? performance.now(),
      sinceMs: before?.sinceMs ?? change.mtimeMs,
      refusals: before?.refusals ?? 0,
    });
    start();
  });
  await watch.start();
  return {
    state() {
      const first = Math.min(...[...waiting.values()].map((change) => change.noticedMs), performance.now());
      return { waiting: waiting.size, lagMs: performance.now() - first };
    },
    async stop() {
      stopped = true;
      watch.close();
      clearTimeout(retry);
      clearTimeout(rested);
      await working;
    },
  };
}

/** Resolution of file times: up to two seconds on some file systems. */
const coarseMs = 2000;
