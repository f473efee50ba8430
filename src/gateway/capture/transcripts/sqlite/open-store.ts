import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Database } from 'sql.js';
import { codeOf, isMissing } from '../../../runtime/file-errors.ts';
import { UnreadableStore } from './unreadable.ts';
import { withLog } from './write-ahead-log.ts';

/** Larger stores are refused, as they are read into memory. */
const largestBytes = 1_000_000_000;
const attempts = 4;
const pauseMs = 50;

export const sqliteMagic = 'SQLite format 3\0';

/**
 * Opens a store of an agent as it is on disk, with what its write-ahead log has committed, in memory: the agent's files
 * are neither locked nor written. The caller closes the database.
 *
 * @throws UnreadableStore when the store is too large, damaged, or was written to at each attempt to copy it.
 */
export const openStore = async (path: string): Promise<Database> => openCopy(await copyOf(path));

/** @param bytes of a store, which the database uses as they are: they are in memory once. */
export async function openCopy(bytes: Buffer): Promise<Database> {
  const { default: load } = await import('sql.js');
  const { Database } = await load();
  const database = new Database(bytes);
  try {
    database.exec('select count(*) from sqlite_master');
    return database;
  } catch (error) {
    database.close();
    throw damaged(error);
  }
}

export const damaged = (error: unknown): UnreadableStore =>
  new UnreadableStore(`a damaged store: ${error instanceof Error ? error.message : String(error)}`);

/** The pages of a store at one moment: both files must be the same before and after they were read. */
export async function copyOf(path: string): Promise<Buffer> {
  for (let left = attempts; left > 0; left -= 1) {
    const before = await marksOf(path);
    if (before.bytes > largestBytes) throw new UnreadableStore('a store that is too large');
    const main = await readFile(path);
    const log = await readFile(`${path}-wal`).catch(noLog);
    const isWhole = !(await isChanging(path)) && (await marksOf(path)).text === before.text;
    if (isWhole) return withLog(main, log);
    await setTimeout(pauseMs);
  }
  throw new UnreadableStore('a store in use');
}

const journalMagic = 'd9d505f920a163d7';

/**
 * Whether pages are being changed in place: while they are, the pages as they were lie in a journal, if the store has no
 * write-ahead log. After a crash they stay there until the agent runs again. See "Rollback Journal Format" in the
 * documentation of SQLite.
 */
export async function isChanging(path: string): Promise<boolean> {
  const journal = await readFile(`${path}-journal`).catch(noLog);
  return journal?.subarray(0, 8).toString('hex') === journalMagic;
}

/** After a clean shutdown there is no log. One that cannot be read may hold the latest messages. */
export function noLog(error: unknown): undefined {
  if (!isMissing(error))
    throw new UnreadableStore(`a store whose log cannot be read: ${String(codeOf(error) ?? error)}`);
}

/** Size and time of a store and its log, by which a change shows. */
async function marksOf(path: string): Promise<{ text: string; bytes: number }> {
  const main = await stat(path);
  const log = await stat(`${path}-wal`).catch(noLog);
  const text = [main, log].map((about) => (about ? `${about.size} ${about.mtimeMs}` : '-')).join(' ');
  return { text, bytes: main.size + (log?.size ?? 0) };
}

/** The rows of a query. */
export function* rowsOf(
  database: Database,
  query: string,
  values: (string | number)[] = [],
): Generator<Record<string, unknown>> {
  const statement = database.prepare(query);
  try {
    statement.bind(values);
    while (statement.step()) yield statement.getAsObject();
  } finally {
    statement.free();
  }
}

/** A mark of the rows of queries: another one whenever a value is. */
export function markOf(...results: Iterable<Record<string, unknown>>[]): string {
  const hash = createHash('sha256');
  for (const rows of results)
    for (const row of rows)
      for (const value of Object.values(row)) {
        const bytes = value instanceof Uint8Array ? value : String(value);
        hash.update(`${bytes.length} `).update(bytes);
      }
  return hash.digest('base64');
}
