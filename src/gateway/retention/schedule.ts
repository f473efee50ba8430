import type { Logger } from 'pino';
import type { Pool } from '../../db/postgres/connect.ts';
import { graceMs } from '../../db/retention/clock.ts';
import { lastRun, type RetentionSettings, runRetention } from './run.ts';

const everyMs = 24 * 3_600_000;
/** Clocks jump and machines sleep: it looks this often whether a day is over. */
const lookEveryMs = 15 * 60_000;

const hourMs = 3_600_000;

/** Runs retention once a day until it is stopped, a run under way included; of several processes one does. */
export function startRetention(
  sql: Pool,
  settings: RetentionSettings,
  log: Logger,
  clock: () => Date,
  /** Milliseconds by a clock that nobody sets. */
  elapsed: () => number = () => performance.now(),
): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  /** Since when this process has seen the time doubted, and what servers had waited before. */
  let doubt: { since: number; waitedMs: number } | undefined;
  const runOnce = async (now: Date) => {
    const waitedMs = doubt ? doubt.waitedMs + elapsed() - doubt.since : 0;
    const report = await runRetention(sql, settings, now, { waitedMs });
    if (report === undefined) return;
    if (!('doubted' in report)) {
      doubt = undefined;
      log.info(report, 'retention ran');
      return;
    }
    const { now: at, seenAt, waitedMs: waited } = report.doubted;
    if (!doubt)
      log.warn(
        { now: at, seenAt, hoursLeft: Math.ceil((graceMs - waited) / hourMs) },
        'the clock has jumped ahead: nothing is purged until servers have run for a day; "dewey retention run --confirm" says that it is right',
      );
    doubt ??= { since: elapsed(), waitedMs: waited };
  };
  const look = async () => {
    try {
      const now = clock();
      const last = await lastRun(sql);
      // A run of the future was a clock's that has been set right since.
      if (last === undefined || Math.abs(now.getTime() - last.getTime()) >= everyMs) await runOnce(now);
    } catch (err) {
      if (!stopped) log.error({ err }, 'retention failed; it is tried again');
    }
    if (!stopped) timer = setTimeout(run, lookEveryMs).unref();
  };
  const run = () => {
    running = look();
  };
  run();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
