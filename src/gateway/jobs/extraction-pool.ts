import type { ModelConfig } from '../config/models.ts';
import { createThread, type Thread } from '../runtime/worker-threads.ts';
import type { ExtractionAnswer, ExtractionQuestion } from './extraction-thread.ts';

/** Extracts events away from this thread. */
export type ExtractionPool = {
  /** At once, at most. */
  size: number;
  /** @param signal gives the document up, and whatever works on it. */
  extract(question: ExtractionQuestion, signal: AbortSignal): Promise<ExtractionAnswer>;
  stop(): Promise<void>;
};

/**
 * A thread for each document that is worked on at once: one that takes its thread down, or never comes to an end, takes
 * no other with it.
 */
export function createExtractionPool(size: number, models: ModelConfig): ExtractionPool {
  const all: Thread<ExtractionQuestion, ExtractionAnswer>[] = [];
  const idle: Thread<ExtractionQuestion, ExtractionAnswer>[] = [];
  return {
    size,
    async extract(question, signal) {
      const thread = idle.pop() ?? createThread(new URL('./extraction-thread', import.meta.url).href, models);
      if (!all.includes(thread)) all.push(thread);
      try {
        return await thread.ask(question, signal);
      } finally {
        idle.push(thread);
      }
    },
    async stop() {
      await Promise.all(all.map((thread) => thread.stop()));
    },
  };
}
