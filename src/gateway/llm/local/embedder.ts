import { type Embedder, EmbedderError } from '../../../db/search/embedder.ts';
import { createThread, type Thread } from '../../runtime/worker-threads.ts';

export const localModel = 'all-MiniLM-L6-v2 int8';

/** The weights are not part of the heap; the vocabulary and one text are. */
const heap = { maxMegabytes: 64, youngMegabytes: 2 };

/** Texts are encoded one by one, so that a query waits for one text at most. */
let thread: Thread<string, Float32Array> | undefined;

/** The model that comes with Dewey, in a thread that the whole process shares and that starts with the first text. */
export const localEmbedder: Embedder = {
  provider: 'this machine',
  model: localModel,
  async embed(texts, signal) {
    thread ??= createThread(new URL('./encode-thread', import.meta.url).href, undefined, heap);
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      signal?.throwIfAborted();
      vectors.push(await encoded(thread, text));
    }
    return vectors;
  },
};

async function encoded(thread: Thread<string, Float32Array>, text: string): Promise<Float32Array> {
  try {
    return await thread.ask(text);
  } catch (cause) {
    throw new EmbedderError(
      'busy',
      `The local model failed: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}
