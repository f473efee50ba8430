import { workerData } from 'node:worker_threads';
import { openPool } from '../../db/pool.ts';
import type { Config } from '../env.ts';
import { createLog } from '../log.ts';
import { answerQuestions } from '../threads.ts';
import { workerOf } from './index.ts';
import { type Load, restsAt } from './load.ts';
import { givePrecedence } from './precedence.ts';
import type { Worker } from './worker.ts';

/** What the thread is started with. */
export type WorkOptions = Pick<Config, 'worker' | 'models' | 'logLevel'> & {
  url: string;
  patienceMs: number;
  idleMs: number;
  load: Load;
};
/** `work` is answered when nothing has been due for a while, or after `stop`. */
export type WorkQuestion = 'work' | 'wake' | 'stop';

const { url, patienceMs, idleMs, load, logLevel, ...config } = workerData as WorkOptions;
let worker: Worker | undefined;

// Before the threads that extract are made: they are as patient as this one.
givePrecedence();

// With a model a job is mostly waiting, which holds nobody up.
const restAfter = config.models.eventModel === undefined ? () => restsAt(load) : undefined;

async function work(): Promise<void> {
  const db = openPool(url, { max: 2, patienceMs, applicationName: 'dewey worker' });
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
