import type { Embedder } from '../../db/search/embedder.ts';
import type { ModelConfig } from '../config/models.ts';

/** The configured embedder: the model that is named, else the local one; a key alone sends nothing anywhere. */
export async function embedderOf(
  { apiKey, baseUrl, embedModel, localModel }: ModelConfig,
  clock: () => Date,
  timeoutMs = 30_000,
): Promise<Embedder | undefined> {
  if (embedModel === undefined)
    return localModel ? (await import('./local/embedder.ts')).localEmbedder : undefined;
  // The client library is loaded only where it is used.
  const { openaiEmbedder } = await import('./openai-embedder.ts');
  return openaiEmbedder({ apiKey, baseUrl, timeoutMs, clock }, embedModel);
}
