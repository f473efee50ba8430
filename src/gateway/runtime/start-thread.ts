import { Worker, type WorkerOptions } from 'node:worker_threads';

/** When run from source (`npm run dev`), a thread has to load TypeScript support first. */
const fromSources = import.meta.url.endsWith('.ts');

/** @param file the thread's module, without its file extension. */
export function startThread(file: string, options: WorkerOptions): Worker {
  if (!fromSources) return new Worker(new URL(`${file}.js`), options);
  const module = JSON.stringify(`${file}.ts`);
  const loading = `import('tsx/esm/api').then(({ register }) => { register(); return import(${module}); })`;
  return new Worker(loading, { ...options, eval: true });
}
