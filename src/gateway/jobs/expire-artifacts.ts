import type { Pool } from '../../db/postgres/connect.ts';
import { expireArtifacts } from '../../db/retention/artifacts.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { clock } from '../runtime/clock-and-ids.ts';

const everyMs = 60 * 60_000;

/** Deletes artifacts past their retention date, on start and every hour. */
export function startSweeper(sql: Pool, log: Log): { stop(): Promise<void> } {
  const sweep = async () => {
    try {
      const expired = await expireArtifacts(sql, clock(), false);
      if (Object.keys(expired).length > 0)
        log.info({ expired }, 'deleted artifacts past their retention date');
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
