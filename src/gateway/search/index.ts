import type { Worker } from 'node:worker_threads';
import type { Answer } from '../../db/search/engine.ts';
import type { Search } from '../../db/search/search.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { startThread } from '../runtime/start-thread.ts';
import { fromFailure, type Report, type Request, type ThreadOptions } from './messages.ts';

export type SearchThread = Search & {
  /** Loads the index and starts maintaining it; call it once the database is migrated. */
  begin(): void;
  /** Finishes running queries and ends the thread. */
  stop(): Promise<void>;
};

type Waiting = { resolve(answer: Answer): void; reject(error: Error): void };

const file = new URL('./thread', import.meta.url).href;

const stopTimeoutMs = 3000;

/**
 * Starts search in a thread of its own, with its own connections. If the thread dies, the next query starts another.
 */
export function startSearchThread(options: ThreadOptions, log: Log): SearchThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let begun = false;
  let stopped = false;
  let nextId = 0;

  const start = (): Worker => {
    const made = startThread(file, { workerData: options });
    made.on('message', (message: Report) => {
      if (message.kind === 'trouble') {
        log.warn({ err: fromFailure(message.error) }, 'search index maintenance failed; trying again');
        return;
      }
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'found') caller?.resolve(message.answer);
      else caller?.reject(fromFailure(message.error));
    });
    made.on('error', (err) => log.error({ err }, 'the search thread failed'));
    made.on('exit', () => {
      if (worker === made) worker = undefined;
      for (const { reject } of waiting.values())
        reject(new Error('the search thread ended before it answered'));
      waiting.clear();
    });
    worker = made;
    if (begun) send({ kind: 'begin' });
    return made;
  };
  const send = (request: Request) => (worker ?? start()).postMessage(request);

  return {
    find: (collection, query) =>
      new Promise((resolve, reject) => {
        if (stopped) throw new Error('search has stopped');
        nextId += 1;
        waiting.set(nextId, { resolve, reject });
        send({ kind: 'find', id: nextId, collectionId: collection.collectionId, query: query as never });
      }),
    begin() {
      begun = true;
      send({ kind: 'begin' });
    },
    async stop() {
      stopped = true;
      const running = worker;
      if (!running) return;
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      send({ kind: 'end' });
      // A database that hangs must not delay shutdown: a flush in progress is rolled back.
      const timeout = setTimeout(() => void running.terminate(), stopTimeoutMs);
      await ended;
      clearTimeout(timeout);
    },
  };
}
