import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Run from its sources (`npm run dev`), a thread has to be taught TypeScript first. */
const fromSources = import.meta.url.endsWith('.ts');

/** @param file the module the thread runs, without its ending. */
export function startThread(file: string, options: WorkerOptions): Worker {
  if (!fromSources) return new Worker(new URL(`${file}.js`), options);
  const module = JSON.stringify(`${file}.ts`);
  const loading = `import('tsx/esm/api').then(({ register }) => { register(); return import(${module}); })`;
  return new Worker(loading, { ...options, eval: true });
}
