import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file to read, or a path that cannot be read. `named` when the user gave this file's own path. */
export type FoundFile = { path: string; named: boolean; bytes: number } | { path: string; problem: string };

/** Whether a file name is that of a transcript, not of a sidecar beside it. */
export const isTranscript = (name: string): boolean => /\.jsonl?$/.test(name) && !name.endsWith('.meta.json');

/** Which entries of a folder to take. */
export type Wanted = {
  file(name: string): boolean;
  /** Which subfolders to search; all by default. */
  folder?(name: string): boolean;
  /** Whether links to files are followed. Links to folders never are, because they may form a cycle. */
  links?: boolean;
};

/** Finds the files to read: the given files themselves, and the wanted entries of the given folders. */
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
  // Files before folders, so that a session comes before its subagents.
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
        // A dangling link is ignored.
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
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder',
  ELOOP: 'too many levels of symbolic links',
};

/** A short reason why a path cannot be read. */
export function problemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return words[code] ?? (error instanceof Error ? error.message : String(error));
}
