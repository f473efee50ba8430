import { type ChunkSizes, chunk, defaultSizes } from '../../handlers/events/extraction/domain/chunk.ts';
import { loadTokenEnds } from '../../handlers/events/extraction/tokens.ts';
import type { Documents } from '../../handlers/tool/deps.ts';

/** Chunks documents in the calling thread; workers find their jobs by polling. */
export const documentsWith = (sizes: ChunkSizes, maxAttempts: number): Documents => ({
  chunk: async (text) => chunk(text, await loadTokenEnds(), sizes),
  turn: (store) => store(),
  maxAttempts,
  wake: () => undefined,
});

/** The same with default settings. */
export const documentsHere = documentsWith(defaultSizes, 5);
