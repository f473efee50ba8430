import { askLocalModel } from './local-model.ts';

/** The vectors of sentences for the offline extractor, by text. */
export async function sentenceMeanings(
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (const text of texts) {
    signal.throwIfAborted();
    const answer = await askLocalModel({ for: 'sentence', text });
    if (typeof answer === 'number') throw new Error('The local model answered another question.');
    vectors.set(text, answer);
  }
  return vectors;
}
