import type { FileHandle } from 'node:fs/promises';
import { setImmediate as breath } from 'node:timers/promises';
import type { Database } from 'sql.js';
import type { Captured } from '../messages/captured.ts';
import type { Format, StoredSession, StoreFormat } from './formats/format.ts';
import { otherStores, stores } from './formats/index.ts';
import { readAnyway } from './formats/other-form.ts';
import { keyValueFormat, readKeyValues } from './key-value-stores.ts';
import { copyOf, damaged, openCopy, rowsOf, sqliteMagic } from './sqlite/open-store.ts';
import { UnreadableStore } from './sqlite/unreadable.ts';

export async function isStore(handle: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(sqliteMagic.length);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  return bytesRead === head.length && head.toString('latin1') === sqliteMagic;
}

/**
 * The format of an agent's SQLite database, and the store as it was then, if it had to be read for that.
 *
 * @throws UnreadableStore when it is no agent's, of an unknown version, or cannot be copied.
 */
export async function storeFormat(path: string): Promise<{ format: Format; copy?: Buffer }> {
  const keyValues = await keyValueFormat(path);
  if (keyValues) return { format: { ...unparsed, name: keyValues.name } };
  const copy = await copyOf(path);
  const database = await openCopy(copy);
  try {
    const store = formatOf(database);
    const memories = 'read' in store ? { memories: true, alsoAt: store.alsoAt?.bind(store) } : {};
    return { format: { ...unparsed, name: store.name, ...memories }, copy };
  } finally {
    database.close();
  }
}

const unparsed: Omit<Format, 'name'> = {
  unit: 'store',
  live: false,
  rewritten: true,
  recognise: () => false,
  parser: () => ({ push: () => [], state: () => undefined }),
};

/** Sessions of a store, by id, with the marks under which they are stored already. */
export type KnownSessions = Map<string, string>;

/** Items of sessions that are yielded together, as conversations are stored several at once. */
const itemsAtOnce = 300;

/**
 * The captured items of a store, each session whole.
 *
 * @param known sessions to leave out; those that are read are added.
 * @param copy the store at the moment to be read, which is now without it.
 */
export async function* readStore(
  path: string,
  known?: KnownSessions,
  copy?: Buffer,
): AsyncGenerator<Captured[]> {
  const keyValues = await keyValueFormat(path);
  if (keyValues) {
    yield* readKeyValues(path, keyValues, known);
    return;
  }
  const database = await openCopy(copy ?? (await copyOf(path)));
  try {
    const format = formatOf(database);
    if ('read' in format) yield* format.read(database, { path });
    else yield* changed(format.sessions(database, path), known);
  } catch (error) {
    if (error instanceof UnreadableStore) throw error;
    throw damaged(error);
  } finally {
    database.close();
  }
}

async function* changed(
  sessions: Iterable<StoredSession>,
  known?: KnownSessions,
): AsyncGenerator<Captured[]> {
  let together: Captured[] = [];
  for (const session of sessions) {
    await breath();
    const mark = known && session.mark();
    if (mark !== undefined && known?.get(session.id) === mark) continue;
    together = together.concat(await readAnyway(() => session.read()));
    if (mark !== undefined) known?.set(session.id, mark);
    if (together.length < itemsAtOnce) continue;
    yield together;
    together = [];
  }
  yield together;
}

function formatOf(database: Database): StoreFormat {
  const tables = [...rowsOf(database, `select name from sqlite_master where type = 'table'`)].map(
    ({ name }) => name,
  );
  const hasTables = (known: Pick<StoreFormat, 'tables'>) =>
    Object.keys(known.tables).every((table) => tables.includes(table));
  const store = stores.find(hasTables);
  if (!store) {
    const other = otherStores.find((known) => hasTables(known) && !missingIn(database, known));
    throw new UnreadableStore(other?.problem ?? 'a SQLite database of no known agent');
  }
  const missing = missingIn(database, store);
  if (missing !== undefined)
    throw new UnreadableStore(`a store of ${store.name} of an unknown version: ${missing}`);
  return store;
}

/** The first column that a store should have and lacks. */
function missingIn(database: Database, { tables }: Pick<StoreFormat, 'tables'>): string | undefined {
  for (const [table, wanted] of Object.entries(tables)) {
    const columns = [...rowsOf(database, 'select name from pragma_table_info(?)', [table])].map(
      ({ name }) => name,
    );
    const missing = wanted.find((column) => !columns.includes(column));
    if (missing !== undefined) return `${table} has no ${missing}`;
  }
  return undefined;
}
