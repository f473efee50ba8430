import type { Pool } from '../../../db/connect.ts';
import { failureCode, isUnavailable } from '../../../db/failure.ts';
import type { Log } from '../../../handlers/deps.ts';
import type { Figures } from '../figures.ts';
import type { Store } from '../ingest.ts';
import { TailedFile } from './file.ts';
import { type Change, FolderWatch } from './folders.ts';

export type TailerOptions = {
  folders: readonly string[];
  sql: Pool;
  store: Store;
  log: Log;
  figures: Figures;
  clock: () => Date;
};

export type Tailer = {
  /** Files that have changed and are not read yet, and for how long the first of them waits. */
  state(): { waiting: number; lagMs: number };
  stop(): Promise<void>;
};

const retryAfterMs = 1000;

/**
 * Follows the transcripts of agents as they grow, one file after the other. Files that have not changed since Dewey was
 * first started here are left to `dewey import`.
 */
export async function startTailer(options: TailerOptions): Promise<Tailer> {
  const { sql, store, log, figures, clock } = options;
  const since = (await firstStart(sql, clock())) - coarseMs;
  const files = new Map<string, TailedFile>();
  const waiting = new Map<string, Change & { noticedMs: number }>();
  let working: Promise<void> | undefined;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  const fileOf = (path: string): TailedFile => {
    const known = files.get(path);
    if (known) return known;
    const made = new TailedFile(path, sql, store);
    files.set(path, made);
    return made;
  };
  const read = async (change: Change) => {
    const file = fileOf(change.path);
    if (change.mtimeMs < since && !(await file.isKnown())) return;
    const { counts, tally } = await file.read();
    figures.add('tail', counts, tally);
  };
  const work = async () => {
    for (const [path, change] of waiting) {
      if (stopped) return;
      waiting.delete(path);
      try {
        await read(change);
      } catch (err) {
        figures.failures += 1;
        if (isUnavailable(err)) {
          log.warn({ code: failureCode(err) }, 'database away; transcripts wait');
          if (!waiting.has(path)) waiting.set(path, change);
          retry = setTimeout(start, retryAfterMs).unref();
          return;
        }
        log.error({ err, path }, 'a transcript could not be read; it is tried again when it grows');
        files.delete(path);
      }
    }
  };
  const start = () => {
    working ??= work().finally(() => {
      working = undefined;
      if (waiting.size > 0 && !stopped && retry === undefined) start();
      retry = undefined;
    });
  };
  const watch = new FolderWatch(options.folders, log, clock, (change) => {
    const before = waiting.get(change.path);
    waiting.set(change.path, { ...change, noticedMs: before?.noticedMs ?? performance.now() });
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
      await working;
    },
  };
}

/** Times of files are coarser than the clock, by up to two seconds on some file systems. */
const coarseMs = 2000;

/** When transcripts were first followed into this lake, in milliseconds since 1970. */
async function firstStart(sql: Pool, now: Date): Promise<number> {
  const [row] = await sql<{ position: string }[]>`
    with made as (
      insert into capture_positions (reader, position) values ('tail', ${now.getTime()}::bigint)
      on conflict (reader) do nothing returning position
    )
    select position from made union all select position from capture_positions where reader = 'tail' limit 1`;
  return Number(row?.position ?? now.getTime());
}
