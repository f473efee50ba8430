import { withTimeout } from '../../db/runtime/with-timeout.ts';
import { type Embedder, EmbedderError } from '../../db/search/embedder.ts';
import { longestEmbedded } from '../../db/search/embeddings.ts';
import type { Deps } from '../tool/deps.ts';
import { type Labelled, labelsOf, meaningModel } from './domain/intent/classify.ts';

/** Longer than this, labels by words alone are the better ones. */
const patienceMs = 300;

/** The likely intents of a problem, by its meaning where the local model answers in time, else by its words. */
export async function labelsByMeaning(
  problem: string,
  { embedder, log }: Pick<Deps, 'embedder' | 'log'>,
): Promise<Labelled[]> {
  if (embedder?.model !== meaningModel) return labelsOf(problem);
  try {
    const vectors = await withTimeout(embedder.embed([problem.slice(0, longestEmbedded)]), patienceMs);
    return labelsOf(problem, vectors?.[0]);
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    log.warn({ err: error }, 'could not read the meaning of a problem');
    return labelsOf(problem);
  }
}

/** An embedder that embeds the same single text once. */
export function embeddingOnce(embedder: Embedder | undefined): Embedder | undefined {
  if (!embedder) return undefined;
  const asked = new Map<string, Promise<Float32Array[]>>();
  return {
    ...embedder,
    embed(texts, signal) {
      const [text] = texts;
      if (texts.length !== 1 || text === undefined) return embedder.embed(texts, signal);
      const known = asked.get(text) ?? embedder.embed(texts, signal);
      asked.set(text, known);
      return known;
    },
  };
}
