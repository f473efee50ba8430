import { lowerPriority } from '../background/low-priority.ts';
import { readConfig } from '../config/env.ts';
import { createLog } from '../deps.ts';
import { startJobs } from '../jobs/index.ts';
import { migrateWhenReachable } from '../runtime/lake.ts';
import { openLakeHere } from './local-lake.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, say } from './run/say.ts';
import { aborted, stopSignal } from './run/signals.ts';

const instead =
  'A gateway extracts events itself. In containers, the service "worker" does; run "docker compose up --detach --scale worker=3" for more.';

/** Extracts events from documents until SIGTERM or SIGINT; several workers can run in parallel. */
export async function worker(env: NodeJS.ProcessEnv, options: Json): Promise<ExitCode> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const lake = await openLakeHere(config, 'worker', instead);
  try {
    await migrateWhenReachable(lake, log, stopping);
    if (stopping.aborted) return 0;
    // Not before: an embedded PostgreSQL, started by this process and used by others too, would inherit it.
    lowerPriority();
    const jobs = await startJobs(config, lake.db, log);
    say(options, { worker: config.worker.id }, `Worker ${config.worker.id} is ready`);
    await aborted(stopping);
    log.info({}, 'stopping');
    await jobs.stop();
    return 0;
  } finally {
    await lake.close();
  }
}
