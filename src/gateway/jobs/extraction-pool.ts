import type { ModelConfig } from '../config/models.ts';
import { createThread, type Thread } from '../runtime/worker-threads.ts';
import type { ExtractionAnswer, ExtractionQuestion } from './extraction-thread.ts';
import type { MeaningsOf } from './meanings.ts';

/** Extracts events outside the calling thread. */
export type ExtractionPool = {
  /** Concurrent extractions. */
  size: number;
  /** @param signal cancels the extraction and ends the thread that works on it. */
  extract(question: ExtractionQuestion, signal: AbortSignal): Promise<ExtractionAnswer>;
  stop(): Promise<void>;
};

/**
 * One thread for each concurrent document, so that one that crashes its thread or never finishes affects no other.
 *
 * @param meaningsOf what the extractor leaves undecided is decided again with it, in a second run: one encoder serves all threads.
 */
export function createExtractionPool(
  size: number,
  models: ModelConfig,
  meaningsOf?: MeaningsOf,
): ExtractionPool {
  const all: Thread<ExtractionQuestion, ExtractionAnswer>[] = [];
  const idle: Thread<ExtractionQuestion, ExtractionAnswer>[] = [];
  const ask: ExtractionPool['extract'] = async (question, signal) => {
    const thread = idle.pop() ?? createThread(new URL('./extraction-thread', import.meta.url).href, models);
    if (!all.includes(thread)) all.push(thread);
    try {
      return await thread.ask(question, signal);
    } finally {
      idle.push(thread);
    }
  };
  return {
    size,
    async extract(question, signal) {
      const answer = await ask(question, signal);
      const { undecided = [] } = answer.extraction;
      const meanings = undecided.length > 0 ? await meaningsOf?.(undecided, signal) : undefined;
      if (meanings === undefined) return answer;
      return ask({ ...question, document: { ...question.document, meanings } }, signal);
    },
    async stop() {
      await Promise.all(all.map((thread) => thread.stop()));
    },
  };
}
