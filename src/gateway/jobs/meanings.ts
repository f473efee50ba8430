import type { Log } from '../../handlers/tool/deps.ts';

/** The vectors of sentences, by sentence; undefined where there are none. */
export type MeaningsOf = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Float32Array> | undefined>;

/**
 * Reads sentences with the local model, in a thread of its own beside the one that reads queries: those do not wait for documents.
 * Where it fails, the events that words alone give are the result.
 */
export const localMeanings =
  (log: Log): MeaningsOf =>
  async (texts, signal) => {
    try {
      const { sentenceMeanings } = await import('../llm/local/sentences.ts');
      return await sentenceMeanings(texts, signal);
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error }, 'could not read what sentences mean; their events come from their words');
      return undefined;
    }
  };
