import { sweepArtifacts } from '../../db/artifacts/delete.ts';
import type { Pool } from '../../db/connect.ts';
import type { Log } from '../../handlers/deps.ts';

const everyMs = 60 * 60_000;

/** Removes what has outlived its retention, at the start and every hour. */
export function startSweeper(sql: Pool, undoDays: number, log: Log): { stop(): Promise<void> } {
  const sweep = async () => {
    try {
      for (let swept = 1; swept > 0; ) {
        swept = await sweepArtifacts(sql, undoDays);
        if (swept > 0) log.info({ swept }, 'artifacts have outlived their retention');
      }
    } catch (err) {
      log.warn({ err }, 'retention could not be enforced; trying again in an hour');
    }
  };
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
