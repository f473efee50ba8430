import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/connect.ts';
import type { Log } from '../../handlers/deps.ts';
import { newId } from '../clock-and-ids.ts';
import type { Config } from '../env.ts';
import { createExtractionPool } from './extraction.ts';
import { hearJobs } from './signal.ts';
import { startWorker } from './worker.ts';

/** Documents worked on at once by one process: a model is waited for, without one it is the processor that limits. */
const atOnce = { model: 4, offline: 2 };

const stopPatienceMs = 5000;

/** A worker of this process; the database must be migrated. */
export async function startJobs(config: Config, db: Database, log: Log): Promise<{ stop(): Promise<void> }> {
  const worker = startWorker({
    sql: db.sql,
    log,
    newId,
    id: config.worker.id,
    pollMs: config.worker.pollMs,
    leaseMs: config.worker.leaseMs,
    undoDays: config.undoDays,
    pool: createExtractionPool(
      config.models.eventModel === undefined ? atOnce.offline : atOnce.model,
      config.models,
    ),
  });
  const listener = await hearJobs(config.listenUrl ?? db.url, worker.wake, log);
  return {
    async stop() {
      await listener?.end();
      // A database that hangs must not hold up the stop: what could not be handed back is free after the lease.
      await Promise.race([worker.stop(), delay(stopPatienceMs, undefined, { ref: false })]);
    },
  };
}
