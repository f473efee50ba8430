import { type Embedder, EmbedderError } from '../../../db/search/embedder.ts';
import { askLocalModel } from './local-model.ts';

export const localModel = 'all-MiniLM-L6-v2 int8';

/** The model that comes with Dewey. */
export const localEmbedder: Embedder = {
  provider: 'this machine',
  model: localModel,
  async embed(texts, signal) {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      signal?.throwIfAborted();
      vectors.push(await encoded(text));
    }
    return vectors;
  },
};

async function encoded(text: string): Promise<Float32Array> {
  try {
    const answer = await askLocalModel({ for: 'vector', text });
    if (typeof answer === 'number') throw new Error('it answered another question');
    return answer;
  } catch (cause) {
    throw new EmbedderError(
      'busy',
      `The local model failed: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}
