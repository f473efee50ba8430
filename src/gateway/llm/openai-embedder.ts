import { APIError, APIUserAbortError } from 'openai';
import { type Embedder, EmbedderError } from '../../db/search/embedder.ts';
import { normalized } from '../../db/search/score/normalized.ts';
import { openClient, type Provider, retryAfter } from './openai.ts';
import { said } from './said.ts';

/** Limits for one request, in texts and characters: a quarter of what the largest providers accept. */
const mostTexts = 64;
const mostCharacters = 250_000;

/** Embeddings from any OpenAI-compatible server. */
export function openaiEmbedder(provider: Provider, model: string): Embedder {
  const { clock } = provider;
  const client = openClient(provider);
  const request = async (input: string[], signal: AbortSignal | undefined): Promise<Float32Array[]> => {
    try {
      // Numbers instead of the client's default, base64: servers that do not support base64 answer with numbers anyway.
      const { data } = await client.embeddings.create(
        { model, input, encoding_format: 'float' },
        // The client leaves a listener on the signal it is given.
        { signal: signal && AbortSignal.any([signal]) },
      );
      return vectorsOf(data, input.length);
    } catch (error) {
      if (error instanceof EmbedderError) throw error;
      throw failureOf(error, (headers) => retryAfter(headers, clock()));
    }
  };
  return {
    provider: new URL(client.baseURL).host,
    model,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const batch of batches(texts)) vectors.push(...(await request(batch, signal)));
      if (vectors.some((vector) => vector.length !== vectors[0]?.length))
        throw unlikely('vectors of different lengths');
      return vectors;
    },
  };
}

function* batches(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length === mostTexts || (batch.length > 0 && characters + text.length > mostCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

/** @param data the response; servers other than OpenAI's may send anything. */
function vectorsOf(data: unknown, count: number): Float32Array[] {
  if (!Array.isArray(data) || data.length !== count)
    throw unlikely('a different number of vectors than texts');
  const vectors: Float32Array[] = [];
  for (const [i, item] of data.entries()) {
    const numbers: unknown = item?.embedding;
    if (!Array.isArray(numbers) || numbers.length === 0 || !numbers.every(Number.isFinite))
      throw unlikely('something other than lists of numbers');
    const index = item.index ?? i;
    if (!Number.isInteger(index) || index < 0 || index >= count || vectors[index])
      throw unlikely('vectors without an order');
    vectors[index] = normalized(numbers);
  }
  return vectors;
}

const unlikely = (what: string) =>
  new EmbedderError(
    'misconfigured',
    `The server at OPENAI_BASE_URL answered with ${what}: either it does not serve embeddings, or OPENAI_EMBED_MODEL is not an embedding model.`,
  );

/** What an operator has to fix, by status. */
const remedies: Record<number, string> = {
  401: 'Check OPENAI_API_KEY.',
  403: 'Check the permissions of OPENAI_API_KEY.',
  404: 'Check OPENAI_EMBED_MODEL and OPENAI_BASE_URL.',
};

function failureOf(
  error: unknown,
  retryAfter: (headers: Headers | undefined) => number | undefined,
): EmbedderError {
  if (error instanceof APIUserAbortError)
    return new EmbedderError('unreachable', 'The embedder did not answer in time.', { cause: error });
  const status = error instanceof APIError ? error.status : undefined;
  if (!(error instanceof APIError) || status === undefined)
    // A reply that is not JSON comes from something other than a model server; anything else is a network failure.
    return error instanceof SyntaxError
      ? unlikely('something other than JSON')
      : new EmbedderError('unreachable', 'The embedder cannot be reached, or did not answer in time.', {
          cause: error,
        });
  const remedy = remedies[status];
  if (remedy !== undefined)
    return new EmbedderError('misconfigured', `The embedder answered: ${said(error)} ${remedy}`, {
      cause: error,
    });
  if (status === 429 || status >= 500 || status === 408 || status === 409)
    return new EmbedderError('busy', `The embedder is busy: ${said(error)}`, {
      retryAfterMs: retryAfter(error.headers),
      cause: error,
    });
  return new EmbedderError('rejected', `The embedder refused: ${said(error)}`, { cause: error });
}
