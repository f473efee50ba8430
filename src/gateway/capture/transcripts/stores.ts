import type { FileHandle } from 'node:fs/promises';
import type { Database } from 'sql.js';
import type { Captured } from '../messages/captured.ts';
import type { Format, StoreFormat } from './formats/format.ts';
import { stores } from './formats/index.ts';
import { openStore, rowsOf, sqliteMagic } from './sqlite/open-store.ts';
import { UnreadableStore } from './sqlite/unreadable.ts';

export async function isStore(handle: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(sqliteMagic.length);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  return bytesRead === head.length && head.toString('latin1') === sqliteMagic;
}

/**
 * The format of an agent's SQLite database.
 *
 * @throws UnreadableStore when it is no agent's, of an unknown version, or cannot be copied.
 */
export async function storeFormat(path: string): Promise<Format> {
  const database = await openStore(path);
  try {
    const store = formatOf(database);
    return {
      name: store.name,
      unit: 'store',
      live: false,
      rewritten: true,
      recognise: () => false,
      parser: () => ({ push: () => [], state: () => undefined }),
    };
  } finally {
    database.close();
  }
}

/** Sessions of a store, by id, with the marks under which they are stored already. */
export type KnownSessions = Map<string, string>;

/** Items of sessions that are yielded together, as conversations are stored several at once. */
const itemsAtOnce = 300;

/** The captured items of a store, each session whole. @param known sessions to leave out; those that are read are added. */
export async function* readStore(path: string, known?: KnownSessions): AsyncGenerator<Captured[]> {
  const database = await openStore(path);
  try {
    let together: Captured[] = [];
    for (const session of formatOf(database).sessions(database, path)) {
      const mark = known && session.mark();
      if (mark !== undefined && known?.get(session.id) === mark) continue;
      together = together.concat(session.read());
      if (mark !== undefined) known?.set(session.id, mark);
      if (together.length < itemsAtOnce) continue;
      yield together;
      together = [];
    }
    yield together;
  } finally {
    database.close();
  }
}

function formatOf(database: Database): StoreFormat {
  const tables = [...rowsOf(database, `select name from sqlite_master where type = 'table'`)].map(
    ({ name }) => name,
  );
  const store = stores.find((known) => Object.keys(known.tables).every((table) => tables.includes(table)));
  if (!store) throw new UnreadableStore('a SQLite database of no known agent');
  for (const [table, wanted] of Object.entries(store.tables)) {
    const columns = [...rowsOf(database, 'select name from pragma_table_info(?)', [table])].map(
      ({ name }) => name,
    );
    const missing = wanted.find((column) => !columns.includes(column));
    if (missing !== undefined)
      throw new UnreadableStore(`a store of ${store.name} of an unknown version: ${table} has no ${missing}`);
  }
  return store;
}
