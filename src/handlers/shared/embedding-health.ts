import { collections } from '../../db/collections.ts';
import { searchedToolsets } from '../../db/schema/toolsets.ts';
import { EmbedderError } from '../../db/search/embedder.ts';
import { checkLength, countEmbeddings, knownModel } from '../../db/search/embeddings.ts';
import type { Deps } from '../tool/deps.ts';
import { sees } from '../tool/rights.ts';

export type EmbeddingHealth = {
  configured: boolean;
  provider?: string;
  model?: string;
  /** Dimensions of a vector. */
  dimensions?: number;
  /** Whether the embedder answered this check with vectors of the expected dimensions. */
  ok: boolean;
  /** Documents waiting to be embedded. */
  pending: number;
  message: string;
};

const timeoutMs = 5000;

/** Sends the embedder one text, and counts the documents not yet embedded. */
export async function embeddingHealth({
  db,
  embedder,
  call,
}: Pick<Deps, 'db' | 'embedder' | 'call'>): Promise<EmbeddingHealth> {
  if (!embedder)
    return {
      configured: false,
      ok: false,
      pending: 0,
      message:
        'No embedder is configured; search uses words only. Set DEWEY_LOCAL_MODEL=on, or name a model with OPENAI_EMBED_MODEL, to search by meaning as well.',
    };
  const { provider, model } = embedder;
  const seen = collections.filter(({ name }) => sees({ call }, searchedToolsets[name] ?? 'internal'));
  const known = await knownModel(db.sql, model);
  const { documents, embedded, refused } = await countEmbeddings(db.sql, seen, embedder);
  const pending = Math.max(0, documents - embedded - refused);
  const face = { configured: true, provider, model, pending };
  try {
    const [vector] = await embedder.embed(['Are you there?'], AbortSignal.timeout(timeoutMs));
    const dimensions = vector?.length ?? 0;
    checkLength(known?.dimensions, dimensions);
    const left = refused > 0 ? ` ${refused} were rejected or have no text.` : '';
    return { ...face, dimensions, ok: true, message: `${embedded} embedded, ${pending} pending.${left}` };
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    return { ...face, ...(known ? { dimensions: known.dimensions } : {}), ok: false, message: error.message };
  }
}
