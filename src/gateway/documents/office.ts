import { createThread } from '../runtime/worker-threads.ts';

/** A file of PDF or Word. */
export type OfficeFile = { kind: 'pdf' | 'docx'; bytes: Uint8Array };

/** Its text as Markdown, tables as tables, and what it says of itself. */
export type OfficeText = { text: string; title?: string | undefined; author?: string | undefined };

/** A hostile file may keep its reader busy for ever. */
const longestMs = 60_000;

/**
 * Reads a file of PDF or Word in a thread of its own, which ends when it takes too long or too much memory.
 *
 * @throws what the reader says of a damaged or protected file.
 */
export async function readOffice(file: OfficeFile): Promise<OfficeText> {
  const thread = createThread<OfficeFile, OfficeText>(new URL('./office-thread', import.meta.url).href, null);
  try {
    return await thread.ask(file, AbortSignal.timeout(longestMs));
  } finally {
    await thread.stop();
  }
}
