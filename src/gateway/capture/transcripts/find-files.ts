import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file to read, or a path that cannot be looked at. `named` when the user named this very file. */
export type FoundFile = { path: string; named: boolean; bytes: number } | { path: string; problem: string };

/** Files that lie among transcripts and are none. */
export const isTranscript = (name: string): boolean => /\.jsonl?$/.test(name) && !name.endsWith('.meta.json');

/** What is taken of a folder. */
export type Wanted = {
  file(name: string): boolean;
  /** Folders in it that are looked into; all of them without it. */
  folder?(name: string): boolean;
  /** A link to a file counts as that file. Links to folders are never followed: they may lead back. */
  links?: boolean;
};

/** Finds what there is to read below the paths given: files as they are, folders with all in them that is wanted. */
export async function findFiles(
  paths: readonly string[],
  wanted: Wanted = { file: isTranscript },
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths)
    try {
      const about = await stat(path);
      if (about.isDirectory()) await walk(path, found, wanted);
      else if (about.isFile()) found.push({ path, named: true, bytes: about.size });
      else found.push({ path, problem: 'neither a file nor a folder' });
    } catch (error) {
      found.push({ path, problem: problemOf(error) });
    }
  return found;
}

async function walk(folder: string, found: FoundFile[], wanted: Wanted): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  // Files before folders: a session before its subagents.
  const sorted = entries.toSorted(
    (a, b) => Number(a.isDirectory()) - Number(b.isDirectory()) || a.name.localeCompare(b.name),
  );
  for (const entry of sorted) {
    const path = join(folder, entry.name);
    try {
      if (entry.isDirectory()) {
        if (wanted.folder?.(entry.name) ?? true) await walk(path, found, wanted);
      } else if (wanted.file(entry.name) && entry.isFile())
        found.push({ path, named: false, bytes: (await stat(path)).size });
      else if (wanted.links && wanted.file(entry.name) && entry.isSymbolicLink()) {
        // One that leads nowhere is no file.
        const about = await stat(path).catch(() => undefined);
        if (about?.isFile()) found.push({ path: await realpath(path), named: false, bytes: about.size });
      }
    } catch (error) {
      found.push({ path, problem: problemOf(error) });
    }
  }
}

const words: Record<string, string> = {
  ENOENT: 'not found',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'a folder',
  ELOOP: 'a link that leads back to itself',
};

/** Why a path cannot be read, in a few words. */
export function problemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return words[code] ?? (error instanceof Error ? error.message : String(error));
}
