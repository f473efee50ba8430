import type { Logger } from 'pino';
import type { Pool } from '../../db/connect.ts';
import { lastRun, type RetentionSettings, runRetention } from './run.ts';

const everyMs = 24 * 3_600_000;
/** Clocks jump and machines sleep: it looks this often whether a day is over. */
const lookEveryMs = 15 * 60_000;

/** Runs retention once a day until it is stopped, a run under way included; of several processes one does. */
export function startRetention(
  sql: Pool,
  settings: RetentionSettings,
  log: Logger,
  clock: () => Date,
): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      const now = clock();
      const last = await lastRun(sql);
      if (last === undefined || now.getTime() - last.getTime() >= everyMs) {
        const report = await runRetention(sql, settings, now);
        if (report) log.info(report, 'retention ran');
      }
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
