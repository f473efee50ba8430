import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The last messages of a session may still be written. */
const latestMessages = 4;

/** `use`: only what tells that a session is in use; `latest`: what may change meanwhile; `all`: everything that is read. */
type Scope = 'use' | 'latest' | 'all';

/** A session of OpenCode whose messages and parts of messages have files of their own. */
const session = /[\\/]storage[\\/]session[\\/][^\\/]+[\\/][^\\/]+\.json$/;

/** Whether most of a session lies in other files, so that the size of its own says nothing. */
export const standsForOthers = (path: string): boolean =>
  session.test(path) || /[\\/]ui_messages\.json$/.test(path);

/** Files and folders that change instead of a transcript itself. */
async function besideOf(path: string, scope: Scope): Promise<string[]> {
  // What an agent writes to its SQLite database is in the log beside it first, or complete when the journal is gone.
  if (/\.(db|vscdb)$/.test(path)) return [`${path}-wal`, `${path}-journal`];
  // The title of a session of Cline.
  if (path.endsWith('.messages.json')) return [join(dirname(path), `${basename(dirname(path))}.json`)];
  // The history of a task is written after what was shown of it.
  if (/[\\/]ui_messages\.json$/.test(path))
    return ['api_conversation_history.json', 'history_item.json'].map((name) => join(dirname(path), name));
  if (!session.test(path)) return [];
  const storage = join(dirname(path), '..', '..');
  const folder = join(storage, 'message', basename(path, '.json'));
  if (scope === 'use') return [folder];
  const messages = (await namesIn(folder)).slice(scope === 'all' ? 0 : -latestMessages);
  const parts = messages.map((name) => join(storage, 'part', basename(name, '.json')));
  const files = await Promise.all(
    parts.map(async (part) => (await namesIn(part)).map((name) => join(part, name))),
  );
  return [folder, ...messages.map((name) => join(folder, name)), ...files.flat()];
}

/** In order. What cannot be read is told when the transcript is read. */
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).toSorted();

/**
 * Size and time by which it shows that a transcript, or what belongs to it, has changed.
 *
 * @returns undefined when it is no file.
 * @throws the system's error when it cannot be looked at.
 */
export async function changeMarks(
  path: string,
  scope: Scope,
): Promise<{ size: number; mtimeMs: number } | undefined> {
  const own = await stat(path);
  if (!own.isFile()) return undefined;
  const marks = { size: own.size, mtimeMs: own.mtimeMs };
  for (const file of await besideOf(path, scope)) {
    const about = await stat(file).catch(() => undefined);
    if (!about) continue; // not there, or removed again
    marks.size += about.isFile() ? about.size : 0;
    marks.mtimeMs = Math.max(marks.mtimeMs, about.mtimeMs);
  }
  return marks;
}
