import type { ChunkedText } from '../../db/artifacts/insert.ts';
import type { Documents } from '../../handlers/deps.ts';
import type { Config } from '../env.ts';
import { createThread } from '../threads.ts';
import type { Traffic } from '../traffic.ts';
import { createTurns } from './turns.ts';

export type DocumentsService = Documents & { stop(): Promise<void> };

/**
 * Documents as the gateway cuts them: in a thread of its own, so that a long text does not hold up other calls.
 *
 * @param wake tells workers that jobs are due.
 * @param traffic the calls that go before.
 */
export function createDocuments(config: Config, wake: () => void, traffic: Traffic): DocumentsService {
  const thread = createThread<string, ChunkedText>(new URL('./thread', import.meta.url).href, config.chunks);
  return {
    chunk: (text) => thread.ask(text),
    turn: createTurns(traffic),
    maxAttempts: config.worker.maxAttempts,
    wake,
    stop: () => thread.stop(),
  };
}
