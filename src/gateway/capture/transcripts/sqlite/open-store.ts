import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Database } from 'sql.js';
import { PageBytes } from './page-bytes.ts';
import { Pages } from './pages.ts';
import { UnreadableStore } from './unreadable.ts';

export const sqliteMagic = 'SQLite format 3\0';

/** How often in sequence a store may have been written to while it was read. */
export const attempts = 6;
export const pauseMs = 50;

/**
 * Reads from a store of an agent as it is on disk, with what its write-ahead log has committed: the agent's files are
 * neither locked nor written. What fails because the store was written to meanwhile is tried again.
 *
 * @throws UnreadableStore when the store is damaged, or was written to at each attempt.
 */
export async function fromPages<T>(path: string, read: (pages: Pages) => T | Promise<T>): Promise<T> {
  for (let left = attempts; ; left -= 1) {
    const pages = await Pages.open(path);
    try {
      return await read(pages);
    } catch (error) {
      if (!(error instanceof UnreadableStore) || left === 0 || (await pages.isOneMoment())) throw error;
    } finally {
      pages.close();
    }
    await setTimeout(pauseMs);
  }
}

/** As {@link fromPages}, by queries. */
export const fromStore = <T>(path: string, read: (database: Database) => T): Promise<T> =>
  fromPages(path, async (pages) => {
    const database = await openBytes(new PageBytes(pages));
    try {
      return read(database);
    } finally {
      database.close();
    }
  });

/** Larger ones are refused, as they are read into memory. */
const largestCopy = 1_000_000_000;

/** A copy of a store at one moment. The caller closes it. */
export async function copyOf(path: string): Promise<Database> {
  const copy = await fromPages(path, async (pages) => {
    const bytes = new PageBytes(pages);
    if (bytes.length > largestCopy) throw new UnreadableStore('a store that is too large');
    const whole = bytes.copy();
    if (!(await pages.isOneMoment())) throw new UnreadableStore('a store in use');
    return whole;
  });
  return openBytes(copy);
}

/** @param bytes of a store, which are read as they are asked for. */
export async function openBytes(bytes: ArrayLike<number>): Promise<Database> {
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

const damaged = (error: unknown): UnreadableStore =>
  new UnreadableStore(`a damaged store: ${error instanceof Error ? error.message : String(error)}`);

/**
 * The rows of a query.
 *
 * @throws UnreadableStore when the store is damaged.
 */
export function* rowsOf(
  database: Database,
  query: string,
  values: (string | number)[] = [],
): Generator<Record<string, unknown>> {
  const statement = orDamaged(() => database.prepare(query, values));
  try {
    while (orDamaged(() => statement.step())) yield statement.getAsObject();
  } finally {
    statement.free();
  }
}

function orDamaged<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw damaged(error);
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
