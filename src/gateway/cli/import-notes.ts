import { open } from 'node:fs/promises';
import { type FoundFile, findFiles, type Wanted } from '../capture/transcripts/find-files.ts';
import { isNote } from '../capture/transcripts/formats/basic-memory.ts';

/** What is said of a note stands at its beginning. */
const headBytes = 16_384;

/** The notes of basic-memory among these files, and in these folders. */
export async function notesIn(paths: readonly string[], wanted: Wanted): Promise<FoundFile[]> {
  const found = await findFiles(paths, {
    ...wanted,
    file: (name) => wanted.file(name, 0) && isMarkdown(name),
  });
  const notes: FoundFile[] = [];
  for (const item of found)
    if ('bytes' in item && isMarkdown(item.path) && (await beginsAsNote(item.path))) notes.push(item);
  return notes;
}

const isMarkdown = (name: string): boolean => /\.(md|markdown)$/i.test(name);

async function beginsAsNote(path: string): Promise<boolean> {
  // One that cannot be opened is reported where it is read.
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return isNote(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
