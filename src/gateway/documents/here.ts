import type { Documents } from '../../handlers/deps.ts';
import { chunk, defaultSizes } from '../../handlers/events/domain/chunk.ts';
import { loadTokenEnds } from '../../handlers/events/tokens.ts';

/** Documents cut in this very thread, by the usual sizes; workers find their jobs by polling. */
export const documentsHere: Documents = {
  chunk: async (text) => chunk(text, await loadTokenEnds(), defaultSizes),
  maxAttempts: 5,
  wake: () => undefined,
};
