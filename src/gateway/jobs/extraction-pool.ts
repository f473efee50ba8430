import type { ModelConfig } from '../config/models.ts';
import { createThread, type Thread } from '../runtime/worker-threads.ts';
import type { ExtractionAnswer, ExtractionQuestion } from './extraction-thread.ts';

/** Extracts events outside the calling thread. */
export type ExtractionPool = {
  /** Concurrent extractions. */
  size: number;
  /** @param signal cancels the extraction and ends the thread that works on it. */
  extract(question: ExtractionQuestion, signal: AbortSignal): Promise<ExtractionAnswer>;
  stop(): Promise<void>;
};

/** One thread for each concurrent document, so that one that crashes its thread or never finishes affects no other. */
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
