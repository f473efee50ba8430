import type { QueryVector } from '../../db/conversations/search.ts';
import { type Embedder, EmbedderError } from '../../db/search/embedder.ts';
import { checkLength, knownModel, longestEmbedded } from '../../db/search/embeddings.ts';
import type { Deps } from '../tool/deps.ts';

/** Longer than this, an answer by words alone is the better one. */
const timeoutMs = 3000;
/** With fewer words, a query names what it looks for rather than asking. */
const fewestAsking = 4;
/** A query that says which words must be there, or must not. */
export const demands = /"|(?:^|\s)-\S/;

export type Embedded = { queryVector?: QueryVector; message?: string };
type Asking = Pick<Deps, 'db' | 'embedder' | 'log'>;

/** Whether a query is a question or a sentence. */
export const isAsking = (text: string): boolean =>
  !demands.test(text) && text.trim().split(/\s+/).length >= fewestAsking;

/**
 * The embedding of a query by the configured model, for a search by meaning beside the search by words.
 *
 * @returns no vector and a message with the reason when there is no model, the model does not answer, or nothing has
 * been embedded yet; the search then uses words only.
 */
export const queryVectorOf = (text: string, deps: Asking): Promise<Embedded> =>
  embedded(deps, ({ model, embed }) => ({
    model,
    embed: async (signal) => (await embed([text.slice(0, longestEmbedded)], signal))[0],
  }));

/** The same for decisions that are compared with each other; no vector where the embedder has no way of its own for that. */
export async function decisionVectorOf(text: string, deps: Asking): Promise<Embedded> {
  if (!deps.embedder?.decisions) return {};
  return embedded(deps, ({ model, decisions }) => ({
    model: decisions?.model ?? model,
    embed: async (signal) => (await decisions?.embed([text.slice(0, longestEmbedded)], signal))?.[0],
  }));
}

/** The same for what was said in conversations, which the embedder may have another model for. */
export async function messageVectorOf(text: string, deps: Asking): Promise<Embedded> {
  if (!deps.embedder?.messages) return queryVectorOf(text, deps);
  const { queryVector, message } = await embedded(deps, ({ model, messages }) => ({
    model: messages?.model ?? model,
    embed: (signal) => messages?.ask(text.slice(0, longestEmbedded), signal),
  }));
  if (!queryVector) return message === undefined ? {} : { message };
  return { queryVector: { ...queryVector, contextual: true, asks: isAsking(text) } };
}

/** The same for collections of any kind. */
export async function queryVectorsOf(text: string, deps: Asking): Promise<Embedded> {
  const [{ queryVector, message }, { queryVector: messages }] = await Promise.all([
    queryVectorOf(text, deps),
    deps.embedder?.messages ? messageVectorOf(text, deps) : ({} as Embedded),
  ]);
  if (!queryVector) return message === undefined ? {} : { message };
  return { queryVector: { ...queryVector, messages } };
}

type Way = { model: string; embed(signal: AbortSignal): Promise<Float32Array | undefined> | undefined };

async function embedded(
  { db, embedder, log }: Asking,
  wayOf: (embedder: Embedder) => Way,
): Promise<Embedded> {
  if (!embedder)
    return {
      message: 'Searched by words only: DEWEY_LOCAL_MODEL is off, and OPENAI_EMBED_MODEL names no model.',
    };
  const way = wayOf(embedder);
  const model = await knownModel(db.sql, way.model);
  if (!model) return { message: 'Searched by words only: nothing is embedded yet.' };
  try {
    const vector = await way.embed(AbortSignal.timeout(timeoutMs));
    checkLength(model.dimensions, vector?.length ?? 0);
    return vector ? { queryVector: { model: model.id, vector } } : {};
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    log.warn({ err: error }, 'could not embed a query');
    return { message: `Searched by words only. ${error.message}` };
  }
}
