import type { ChunkedText } from '../../db/artifacts/insert.ts';
import type { Documents } from '../../handlers/tool/deps.ts';
import type { ForegroundCalls } from '../background/foreground-calls.ts';
import { createThrottle } from '../background/throttle.ts';
import type { Config } from '../config/env.ts';
import { createThread } from '../runtime/worker-threads.ts';

export type DocumentsService = Documents & { stop(): Promise<void> };

/**
 * Chunks documents in a thread of its own, so that long texts do not delay calls.
 *
 * @param wake tells workers that jobs are due.
 * @param foreground calls that take precedence.
 */
export function createDocuments(
  config: Config,
  wake: () => void,
  foreground: ForegroundCalls,
): DocumentsService {
  const thread = createThread<string, ChunkedText>(
    new URL('./chunk-thread', import.meta.url).href,
    config.chunks,
  );
  return {
    chunk: (text) => thread.ask(text),
    turn: createThrottle(foreground),
    maxAttempts: config.worker.maxAttempts,
    wake,
    stop: () => thread.stop(),
  };
}
