import type { FileHandle } from 'node:fs/promises';
import type { Database } from 'sql.js';
import { type Captured, note } from '../messages/captured.ts';
import type { Format, MemoryStore, StoreFormat } from './formats/format.ts';
import { otherStores, stores } from './formats/index.ts';
import { keyValueFormat, readKeyValues } from './key-value-stores.ts';
import { type KnownSessions, readSessions } from './read-sessions.ts';
import { copyOf, fromStore, openBytes, rowsOf, sqliteMagic } from './sqlite/open-store.ts';
import { PageBytes } from './sqlite/page-bytes.ts';
import { tablesLeft } from './sqlite/tables-left.ts';
import { ForeignStore, UnreadableStore } from './sqlite/unreadable.ts';

export async function isStore(handle: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(sqliteMagic.length);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  return bytesRead === head.length && head.toString('latin1') === sqliteMagic;
}

/**
 * The format of an agent's SQLite database.
 *
 * @throws ForeignStore when it is no agent's, UnreadableStore when it is of an unknown version.
 */
export async function storeFormat(path: string): Promise<Format> {
  const keyValues = await keyValueFormat(path);
  if (keyValues) return { ...unparsed, name: keyValues.name };
  const store = await fromStore(path, formatOf);
  const memories = 'read' in store ? { memories: true, alsoAt: store.alsoAt?.bind(store) } : {};
  return { ...unparsed, name: store.name, ...memories };
}

const unparsed: Omit<Format, 'name'> = {
  unit: 'store',
  live: false,
  rewritten: true,
  recognise: () => false,
  parser: () => ({ push: () => [], state: () => undefined }),
};

/**
 * The captured items of a store, each session whole.
 *
 * @param known sessions to leave out; those that are read are added.
 */
export async function* readStore(path: string, known?: KnownSessions): AsyncGenerator<Captured[]> {
  const keyValues = await keyValueFormat(path);
  const format = keyValues ?? (await fromStore(path, formatOf));
  if ('recognise' in format) yield* readKeyValues(path, format, known);
  else if ('read' in format) yield* readMemories(path, format);
  else
    yield* readSessions(
      path,
      async (pages) => {
        const database = await openBytes(new PageBytes(pages));
        return { sessions: format.sessions(database, path), close: () => database.close() };
      },
      known,
    );
}

/** Records are not marked, so all of them are read at one moment. */
async function* readMemories(path: string, format: MemoryStore): AsyncGenerator<Captured[]> {
  const database = await copyOf(path);
  try {
    yield* format.read(database, { path });
    const left = tablesLeft(database, [...Object.keys(format.tables), ...(format.readToo ?? [])]);
    if (left !== undefined) yield [note(`not read: ${left}`)];
  } finally {
    database.close();
  }
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
    throw new ForeignStore(other?.problem ?? 'a SQLite database of no known agent');
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
