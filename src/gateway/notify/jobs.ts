import type { Pool } from '../../db/postgres/connect.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { type Listener, listenTo } from './listen.ts';

const channel = 'dewey_jobs';
const tellAfterMs = 20;

/** Tells workers in every process on the same database that jobs are due. */
export type JobSignal = { wake(): void; close(): Promise<void> };

/**
 * Notifies once for calls in quick succession, after COMMIT and outside of it. A lost notification costs one poll
 * interval.
 */
export function createJobSignal(sql: Pool, log: Log): JobSignal {
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();
  const tell = async () => {
    try {
      await sql`select pg_notify(${channel}, '')`;
    } catch (err) {
      log.warn({ err }, 'workers could not be notified; they find the jobs by polling');
    }
  };
  return {
    wake() {
      timer ??= setTimeout(() => {
        timer = undefined;
        telling = tell();
      }, tellAfterMs).unref();
    },
    async close() {
      clearTimeout(timer);
      await telling;
    },
  };
}

/** Listens for due jobs; undefined where listening is not possible and workers rely on polling. */
export async function hearJobs(url: string, wake: () => void, log: Log): Promise<Listener | undefined> {
  try {
    return await listenTo({ url, channel, onNotification: wake, onReconnect: wake, log });
  } catch (err) {
    log.warn({ err }, 'cannot listen for jobs; they are found by polling');
    return undefined;
  }
}
