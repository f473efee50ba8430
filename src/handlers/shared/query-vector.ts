import type { QueryVector } from '../../db/conversations/search.ts';
import { EmbedderError } from '../../db/search/embedder.ts';
import { checkLength, knownModel, longestEmbedded } from '../../db/search/embeddings.ts';
import type { Deps } from '../tool/deps.ts';

/** Longer than this, an answer by words alone is the better one. */
const timeoutMs = 3000;

/**
 * The embedding of a query by the configured model, for a search by meaning beside the search by words.
 *
 * @returns no vector and a message with the reason when there is no model, the model does not answer, or nothing has
 * been embedded yet; the search then uses words only.
 */
export async function queryVectorOf(
  text: string,
  { db, embedder, log }: Pick<Deps, 'db' | 'embedder' | 'log'>,
): Promise<{ queryVector?: QueryVector; message?: string }> {
  if (!embedder)
    return {
      message: 'Searched by words only: DEWEY_LOCAL_MODEL is off, and OPENAI_EMBED_MODEL names no model.',
    };
  const model = await knownModel(db.sql, embedder.model);
  if (!model) return { message: 'Searched by words only: nothing is embedded yet.' };
  try {
    const [vector] = await embedder.embed([text.slice(0, longestEmbedded)], AbortSignal.timeout(timeoutMs));
    checkLength(model.dimensions, vector?.length ?? 0);
    return vector ? { queryVector: { model: model.id, vector } } : {};
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    log.warn({ err: error }, 'could not embed a query');
    return { message: `Searched by words only. ${error.message}` };
  }
}
