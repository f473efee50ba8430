import type { Logger } from 'pino';
import type { Pool } from '../../db/postgres/connect.ts';
import { graceMs } from '../../db/retention/clock.ts';
import { lastRun, type RetentionSettings, runRetention } from './run.ts';

const everyMs = 24 * 3_600_000;
/** How often to check whether a run is due, because clocks jump and machines sleep. */
const lookEveryMs = 15 * 60_000;

const hourMs = 3_600_000;

/** Runs retention once a day until stopped; of several processes, one does. Stopping waits for a current run. */
export function startRetention(
  sql: Pool,
  settings: RetentionSettings,
  log: Logger,
  clock: () => Date,
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number = () => performance.now(),
): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  /** Since when this process has distrusted the clock, and how long servers had waited before. */
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
        'the clock has jumped ahead: nothing is purged until servers have run for a day; run "dewey retention run --confirm" if the clock is right',
      );
    doubt ??= { since: elapsed(), waitedMs: waited };
  };
  const look = async () => {
    try {
      const now = clock();
      const last = await lastRun(sql);
      // A run in the future came from a clock that has been corrected since.
      if (last === undefined || Math.abs(now.getTime() - last.getTime()) >= everyMs) await runOnce(now);
    } catch (err) {
      if (!stopped) log.error({ err }, 'retention failed; retrying later');
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
