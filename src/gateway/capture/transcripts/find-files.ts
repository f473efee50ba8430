import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A file to read, or a path that cannot be read. `named` when the user gave this file's own path, `entry` its name in the zip
 * from which it was unpacked.
 */
export type FoundFile =
  | { path: string; named: boolean; bytes: number; entry?: string }
  | { path: string; problem: string };

/** Databases of agents and of other products. */
const stores =
  /^(?:(?:opencode|kilo|mimocode|sessions|threads|store|claude-mem|sqlite_vec|openmemory)\.db|state\.vscdb|chroma\.sqlite3)$/;

/** Whether a file name is that of a transcript, or of another product's memories, not of a sidecar beside it or of a copy. */
export const isTranscript = (name: string): boolean =>
  (/\.jsonl?$/.test(name) ||
    /^rollout-.*\.jsonl\.zst$/.test(name) ||
    stores.test(name) ||
    name === '.aider.chat.history.md') &&
  !name.endsWith('.meta.json') &&
  !/^(api_conversation_history|(msg|prt)_\w+|checkpoint-.+)\.json$/.test(name);

/** Which entries of a folder to take. `depth` counts the folders between the entry and the folder given. */
export type Wanted = {
  file(name: string, depth: number): boolean;
  /** Which subfolders to search; all by default. */
  folder?(name: string, depth: number): boolean;
  /** Whether links to files are followed. Links to folders never are, because they may form a cycle. */
  links?: boolean;
};

/** A file or folder, or a folder of which only some files are wanted. */
export type Place = string | { folder: string; shape?: readonly RegExp[] };

export const pathOf = (place: Place): string => (typeof place === 'string' ? place : place.folder);

/** Which entries of a place to take: those of its shape, else every transcript. */
export function wantedIn(place: Place): Wanted {
  const shape = typeof place === 'string' ? undefined : place.shape;
  if (!shape) return { file: isTranscript };
  const last = shape.length - 1;
  const fits = (name: string, depth: number) => shape[depth]?.test(name) ?? false;
  return {
    file: (name, depth) => depth === last && fits(name, depth),
    folder: (name, depth) => depth < last && fits(name, depth),
  };
}

/** Finds the files to read: the given files themselves, and the wanted entries of the given folders. */
export async function findFiles(paths: readonly Place[], only?: Wanted): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const place of paths) {
    const path = pathOf(place);
    try {
      const about = await stat(path);
      if (about.isDirectory()) await walk(path, found, only ?? wantedIn(place));
      else if (about.isFile()) found.push({ path, named: true, bytes: about.size });
      else found.push({ path, problem: 'neither a file nor a folder' });
    } catch (error) {
      found.push({ path, problem: problemOf(error) });
    }
  }
  return found;
}

async function walk(folder: string, found: FoundFile[], wanted: Wanted, depth = 0): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  // Files before folders, so that a session comes before its subagents.
  const sorted = entries.toSorted(
    (a, b) => Number(a.isDirectory()) - Number(b.isDirectory()) || a.name.localeCompare(b.name),
  );
  for (const entry of sorted) {
    const path = join(folder, entry.name);
    try {
      if (entry.isDirectory()) {
        if (wanted.folder?.(entry.name, depth) ?? true) await walk(path, found, wanted, depth + 1);
      } else if (wanted.file(entry.name, depth) && entry.isFile())
        found.push({ path, named: false, bytes: (await stat(path)).size });
      else if (wanted.links && wanted.file(entry.name, depth) && entry.isSymbolicLink()) {
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
