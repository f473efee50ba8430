import { isTextTranscript } from '../capture/transcripts/detect-format.ts';
import { type FoundFile, findFiles } from '../capture/transcripts/find-files.ts';
import { isDocument } from '../documents/files.ts';
import { notesIn } from './import-notes.ts';

/** Excludes hidden files and installed packages. */
export const documentsIn = {
  file: (name: string) => isDocument(name, true) && !name.startsWith('.'),
  folder: (name: string) => !name.startsWith('.') && name !== 'node_modules',
  links: true,
};

/** Counts the documents in folders that are not imported: by default only transcripts and memories are. */
export async function documentsLeft(paths: readonly string[], taken: readonly FoundFile[]): Promise<number> {
  const texts = await findFiles(paths, { ...documentsIn, file: (name) => isDocument(name, false) });
  const done = new Set(taken.map(({ path }) => path));
  return texts.filter((item) => 'bytes' in item && !item.named && !done.has(item.path)).length;
}

/**
 * Splits off named files that are documents by their name; the rest are transcripts, folders and missing files. Notes of
 * basic-memory are both: a document, and a file of memories.
 */
export async function split(
  paths: readonly string[],
  found: readonly FoundFile[],
): Promise<[FoundFile[], FoundFile[]]> {
  const documents: FoundFile[] = [];
  const rest: FoundFile[] = [];
  for (const item of found) {
    const byName = 'bytes' in item && item.named && isDocument(item.path, false);
    // Why a file cannot be read is told when it is imported.
    const isDoc = byName && !(await isTextTranscript(item.path).catch(() => false));
    (isDoc ? documents : rest).push(item);
  }
  const notes = await notesIn(paths, documentsIn);
  const named = new Set(documents.map(({ path }) => path));
  return [
    [...documents, ...notes.filter(({ path }) => !named.has(path))],
    [...rest, ...notes],
  ];
}
