import { jobsAreDue } from '../../db/jobs/jobs.ts';
import type { Pool } from '../../db/postgres/connect.ts';
import { failureCode } from '../../db/postgres/errors.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { reportUtilisation } from '../background/loop-utilisation.ts';
import { createWakeableSleep } from '../background/wakeable-sleep.ts';
import type { Config } from '../config/env.ts';
import { createThread } from '../runtime/worker-threads.ts';
import type { Worker } from './worker.ts';
import type { WorkOptions, WorkQuestion } from './worker-thread-main.ts';

/**
 * Runs a worker in a separate thread with its own connections, so that neither its statements nor its results block the
 * gateway's event loop. The thread starts when a job is due and ends when none has been for a while.
 *
 * @param url of the database.
 * @param idleMs how long the idle thread is kept; its memory is freed after that.
 */
export function startWorkerThread(
  config: Pick<Config, 'worker' | 'models' | 'databaseTimeoutMs' | 'logLevel'>,
  url: string,
  sql: Pool,
  log: Log,
  idleMs = 60_000,
): Pick<Worker, 'wake' | 'stop'> {
  const { worker, models, logLevel } = config;
  const { load, stop: stopTelling } = reportUtilisation();
  const options: WorkOptions = {
    url,
    timeoutMs: config.databaseTimeoutMs,
    logLevel,
    worker,
    models,
    idleMs,
    load,
  };
  const thread = createThread<WorkQuestion, void>(
    new URL('./worker-thread-main', import.meta.url).href,
    options,
  );
  const sleep = createWakeableSleep();
  let working = false;

  async function attend() {
    while (!sleep.over.aborted)
      try {
        const due = await jobsAreDue(sql, worker.leaseMs);
        if (due && !sleep.over.aborted) {
          working = true;
          await thread.ask('work').finally(() => {
            working = false;
          });
          await thread.stop();
        } else await sleep.pause(worker.pollMs);
      } catch (err) {
        log.warn({ err, code: failureCode(err) }, 'the worker thread failed; trying again');
        await sleep.pause(Math.max(worker.pollMs, 1000));
      }
  }
  const attending = attend();

  const tell = (question: WorkQuestion) =>
    thread
      .ask(question)
      .catch((err: unknown) => log.warn({ err }, 'the worker thread could not be notified'));

  return {
    wake() {
      if (working) void tell('wake');
      else sleep.wake();
    },
    async stop() {
      sleep.end();
      if (working) await tell('stop');
      await attending;
      stopTelling();
    },
  };
}
