import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * In place of `src/gateway/runtime/start-thread.ts`: threads of the tests run what was built, as their processes do. Teaching
 * each of them TypeScript would take up to a second.
 */
export const startThread = (file: string, options: WorkerOptions): Worker =>
  new Worker(new URL(`${file.replace('/src/gateway/', '/dist/gateway/')}.js`), options);
