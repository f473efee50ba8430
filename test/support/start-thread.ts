import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Replaces `src/gateway/runtime/start-thread.ts`: test threads run the build, as test processes do. Loading TypeScript
 * support in each would take up to a second.
 */
export const startThread = (file: string, options: WorkerOptions): Worker =>
  new Worker(new URL(`${file.replace('/src/gateway/', '/dist/gateway/')}.js`), options);
