import { EmbedderError } from '../db/embedder.ts';
import { checkLength, countEmbeddings, knownModel } from '../db/embeddings.ts';
import { collections } from '../db/rank/collections.ts';
import type { Deps } from './deps.ts';

export type EmbeddingHealth = {
  configured: boolean;
  provider?: string;
  model?: string;
  /** Numbers in a vector. */
  dimensions?: number;
  /** Whether the embedder answered just now, and as before. */
  ok: boolean;
  /** Documents that wait to be embedded. */
  pending: number;
  message: string;
};

const patienceMs = 5000;

/** Asks the embedder, and counts what it has not embedded yet. */
export async function embeddingHealth({
  db,
  embedder,
}: Pick<Deps, 'db' | 'embedder'>): Promise<EmbeddingHealth> {
  if (!embedder)
    return {
      configured: false,
      ok: false,
      pending: 0,
      message:
        'No embedder is configured: search is by words. Set OPENAI_EMBED_MODEL to search by meaning, too.',
    };
  const { provider, model } = embedder;
  const known = await knownModel(db.sql, model);
  const { documents, embedded, refused } = await countEmbeddings(db.sql, collections, known?.id);
  const pending = Math.max(0, documents - embedded - refused);
  const face = { configured: true, provider, model, pending };
  try {
    const [vector] = await embedder.embed(['Are you there?'], AbortSignal.timeout(patienceMs));
    const dimensions = vector?.length ?? 0;
    checkLength(known?.dimensions, dimensions);
    const left = refused > 0 ? ` ${refused} were refused or have no text.` : '';
    return { ...face, dimensions, ok: true, message: `${embedded} embedded, ${pending} wait.${left}` };
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    return { ...face, ...(known ? { dimensions: known.dimensions } : {}), ok: false, message: error.message };
  }
}
