import type { Pool } from '../../db/postgres/connect.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { type Listener, listenTo } from './listen.ts';

const channel = 'dewey_jobs';
const tellAfterMs = 20;

/** Tells workers in every process on the same database that jobs are due. */
export type JobSignal = { wake(): void; close(): Promise<void> };

/** Calls in quick succession are told once, after COMMIT and outside of it. A call that is lost costs a poll interval. */
export function createJobSignal(sql: Pool, log: Log): JobSignal {
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();
  const tell = async () => {
    try {
      await sql`select pg_notify(${channel}, '')`;
    } catch (err) {
      log.warn({ err }, 'workers could not be woken; they find the jobs by polling');
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

/** Hears that jobs are due; undefined where that cannot be heard, and polling has to do. */
export async function hearJobs(url: string, wake: () => void, log: Log): Promise<Listener | undefined> {
  try {
    return await listenTo({ url, channel, onNotification: wake, onReconnect: wake, log });
  } catch (err) {
    log.warn({ err }, 'jobs cannot be heard of; they are found by polling');
    return undefined;
  }
}
