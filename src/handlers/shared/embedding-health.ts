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
  /** Numbers in a vector. */
  dimensions?: number;
  /** Whether the embedder answered just now, and as before. */
  ok: boolean;
  /** Documents that wait to be embedded. */
  pending: number;
  message: string;
};

const timeoutMs = 5000;

/** Asks the embedder, and counts what it has not embedded yet. */
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
        'No embedder is configured: search is by words. Set OPENAI_EMBED_MODEL to search by meaning, too.',
    };
  const { provider, model } = embedder;
  const seen = collections.filter(({ name }) => sees({ call }, searchedToolsets[name] ?? 'nobody'));
  const known = await knownModel(db.sql, model);
  const { documents, embedded, refused } = await countEmbeddings(db.sql, seen, known?.id);
  const pending = Math.max(0, documents - embedded - refused);
  const face = { configured: true, provider, model, pending };
  try {
    const [vector] = await embedder.embed(['Are you there?'], AbortSignal.timeout(timeoutMs));
    const dimensions = vector?.length ?? 0;
    checkLength(known?.dimensions, dimensions);
    const left = refused > 0 ? ` ${refused} were refused or have no text.` : '';
    return { ...face, dimensions, ok: true, message: `${embedded} embedded, ${pending} wait.${left}` };
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    return { ...face, ...(known ? { dimensions: known.dimensions } : {}), ok: false, message: error.message };
  }
}
