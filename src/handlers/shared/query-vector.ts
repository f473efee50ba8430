import type { QueryVector } from '../../db/conversations/search.ts';
import { EmbedderError } from '../../db/search/embedder.ts';
import { checkLength, knownModel, longestEmbedded } from '../../db/search/embeddings.ts';
import type { Deps } from '../tool/deps.ts';

/** Longer, and an answer by words alone serves better. */
const timeoutMs = 3000;

/**
 * What a query means to the configured model, for a search by meaning beside the one by words.
 *
 * @returns no vector, and a message that says why, when there is no model, it does not answer, or it has embedded
 * nothing yet: then words alone answer.
 */
export async function queryVectorOf(
  text: string,
  { db, embedder, log }: Pick<Deps, 'db' | 'embedder' | 'log'>,
): Promise<{ queryVector?: QueryVector; message?: string }> {
  if (!embedder)
    return {
      message: 'Searched by words alone: for meaning, set OPENAI_EMBED_MODEL where Dewey is started.',
    };
  const model = await knownModel(db.sql, embedder.model);
  if (!model) return { message: 'Searched by words alone: nothing is embedded yet.' };
  try {
    const [vector] = await embedder.embed([text.slice(0, longestEmbedded)], AbortSignal.timeout(timeoutMs));
    checkLength(model.dimensions, vector?.length ?? 0);
    return vector ? { queryVector: { model: model.id, vector } } : {};
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    log.warn({ err: error }, 'a query was not embedded');
    return { message: `Searched by words alone. ${error.message}` };
  }
}
