import type { FileHandle } from 'node:fs/promises';
import { Unreadable } from './sqlite/unreadable.ts';

/** Notes are small; a document may have no more characters than this has bytes. */
const largestText = 100_000_000;

/** @throws Unreadable when a file is too large or is not UTF-8. */
export async function wholeText(handle: FileHandle): Promise<{ text: string; end: number }> {
  const { size } = await handle.stat();
  if (size > largestText) throw new Unreadable('too large');
  const bytes = await handle.readFile();
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), end: bytes.length };
  } catch {
    throw new Unreadable('not UTF-8');
  }
}
