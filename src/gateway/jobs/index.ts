import type { Database } from '../../db/postgres/connect.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import type { Config } from '../config/env.ts';
import { hearJobs } from '../notify/jobs.ts';
import { newId } from '../runtime/clock-and-ids.ts';
import { startSweeper } from './expire-artifacts.ts';
import { createExtractionPool } from './extraction-pool.ts';
import { localMeanings } from './meanings.ts';
import { startWorker, type Worker, type WorkerParts } from './worker.ts';

/** Concurrent documents per process: a model is mostly waited for, the offline extractor is limited by the CPU. */
const atOnce = { model: 4, offline: 2 };

/** A configured worker in this thread. */
export const workerOf = (
  { worker, models }: Pick<Config, 'worker' | 'models'>,
  parts: Pick<WorkerParts, 'sql' | 'log' | 'idleMs' | 'restAfter'>,
): Worker =>
  startWorker({
    ...parts,
    newId,
    ...worker,
    pool: createExtractionPool(
      models.eventModel === undefined ? atOnce.offline : atOnce.model,
      models,
      models.localModel ? localMeanings(parts.log) : undefined,
    ),
  });

const stopTimeoutMs = 5000;

/**
 * Runs jobs in this process and enforces the retention of documents; the database must be migrated.
 *
 * @param worker woken when jobs are due.
 */
export async function startJobs(
  config: Config,
  db: Database,
  log: Log,
  worker: Pick<Worker, 'wake' | 'stop'> = workerOf(config, { sql: db.sql, log }),
): Promise<{ stop(): Promise<void> }> {
  const sweeper = startSweeper(db.sql, log);
  const listener = await hearJobs(config.listenUrl ?? db.url, worker.wake, log);
  return {
    async stop() {
      await listener?.end();
      // An unresponsive database must not delay shutdown: jobs that could not be released are free after their lease.
      await withTimeout(Promise.all([worker.stop(), sweeper.stop()]), stopTimeoutMs);
    },
  };
}
