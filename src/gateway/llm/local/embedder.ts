import { type Embedder, EmbedderError } from '../../../db/search/embedder.ts';
import { type Answer, askLocalModel, type Question } from './local-model.ts';

export const localModel = 'all-MiniLM-L6-v2 int8';
export const localDecisionModel = 'all-MiniLM-L6-v2 int8, its last layers fitted to decisions';
export const localMessageModel = 'e5-small-v2 int8, after what was said before';

/** The models that come with Dewey. */
export const localEmbedder: Embedder = {
  provider: 'this machine',
  model: localModel,
  embed: (texts, signal) =>
    vectorsOf(
      texts.map((text) => ({ for: 'vector', text })),
      signal,
    ),
  async knownWords(words) {
    // Asked at once, so that they wait together for a text that is being read.
    const pieces = await Promise.all(words.map((text) => answered({ for: 'pieces', text })));
    return words.filter((_, i) => pieces[i] === 1);
  },
  decisions: {
    model: localDecisionModel,
    embed: (texts, signal) =>
      vectorsOf(
        texts.map((text) => ({ for: 'decision', text })),
        signal,
      ),
  },
  messages: {
    model: localMessageModel,
    embed: (texts, signal) =>
      vectorsOf(
        texts.map(({ text, before }) => ({ for: 'message', text, before })),
        signal,
      ),
    async ask(question, signal) {
      const [vector = new Float32Array()] = await vectorsOf([{ for: 'question', text: question }], signal);
      return vector;
    },
  },
};

async function vectorsOf(
  questions: readonly Question[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const question of questions) {
    signal?.throwIfAborted();
    const answer = await answered(question);
    if (typeof answer === 'number')
      throw new EmbedderError('busy', 'The local model answered another question.');
    vectors.push(answer);
  }
  return vectors;
}

async function answered(question: Question): Promise<Answer> {
  try {
    return await askLocalModel(question);
  } catch (cause) {
    throw new EmbedderError(
      'busy',
      `The local model failed: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}
