import { workerData } from 'node:worker_threads';
import { openPool } from '../../db/postgres/pool.ts';
import { coolDownFactor, type LoopUtilisation } from '../background/loop-utilisation.ts';
import { lowerPriority } from '../background/low-priority.ts';
import type { Config } from '../config/env.ts';
import { createLog } from '../runtime/log.ts';
import { answerQuestions } from '../runtime/worker-threads.ts';
import { workerOf } from './index.ts';
import type { Worker } from './worker.ts';

/** Start options of the thread. */
export type WorkOptions = Pick<Config, 'worker' | 'models' | 'logLevel'> & {
  url: string;
  timeoutMs: number;
  idleMs: number;
  load: LoopUtilisation;
};
/** `work` is answered when nothing has been due for a while, or after `stop`. */
export type WorkQuestion = 'work' | 'wake' | 'stop';

const { url, timeoutMs, idleMs, load, logLevel, ...config } = workerData as WorkOptions;
let worker: Worker | undefined;

// Before the extraction threads are created, which inherit the priority.
lowerPriority();

// With a model, a job is mostly waiting, which delays nothing.
const restAfter = config.models.eventModel === undefined ? () => coolDownFactor(load) : undefined;

async function work(): Promise<void> {
  const db = openPool(url, { max: 2, timeoutMs, applicationName: 'dewey worker' });
  try {
    worker = workerOf(config, {
      sql: db.sql,
      log: createLog(logLevel),
      idleMs,
      restAfter,
    });
    await worker.done;
  } finally {
    await db.close();
  }
}

answerQuestions<WorkQuestion, void>(async (question) => {
  if (question === 'work') await work();
  else if (question === 'wake') worker?.wake();
  else await worker?.stop();
});
