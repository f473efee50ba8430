import type { Pages } from './pages.ts';
import type { Value } from './records.ts';
import { type Entry, entriesAt, rowAt, rowsAt } from './trees.ts';
import { UnreadableStore } from './unreadable.ts';

/** A table of a SQLite database with a text and a value in each row, found by an index of the text. */
export class KeyValues {
  readonly #pages: Pages;
  readonly #table: number;
  readonly #index: number;

  constructor(pages: Pages, table: number, index: number) {
    this.#pages = pages;
    this.#table = table;
    this.#index = index;
  }

  /** The entries whose key begins with a prefix, in order of the keys. */
  entries(prefix: string): Generator<Entry> {
    return entriesAt(this.#pages, this.#index, prefix);
  }

  /** The value under a key, as text; undefined when there is none. */
  get(key: string): string | undefined {
    for (const entry of this.entries(key)) return entry.key === key ? this.value(entry) : undefined;
    return undefined;
  }

  value({ rowid }: Entry): string | undefined {
    const value = rowAt(this.#pages, this.#table, rowid)?.columns(2)[1];
    if (value === undefined || value === null) return undefined;
    return Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
  }

  /** The length of a row and its first bytes: other ones whenever the length is, and mostly when the content is. */
  beginning({ rowid }: Entry): Buffer {
    const row = rowAt(this.#pages, this.#table, rowid);
    return Buffer.concat([Buffer.from(`${row?.length} `), row?.payload ?? Buffer.alloc(0)]);
  }
}

type Described = { type: unknown; name: string; table: unknown; root: number; columns: string[] };

/** The tables of a database, most of them of keys and values. */
export class KeyValueStore {
  readonly #pages: Pages;
  readonly #schema: readonly Described[];

  constructor(pages: Pages) {
    this.#pages = pages;
    this.#schema = [...rowsAt(pages, 1)].map((row) => {
      const [type, name, table, root, sql] = row.columns(5);
      return { type, name: String(name), table, root: Number(root), columns: columnsIn(String(sql)) };
    });
  }

  has = (name: string): boolean => this.#tableOf(name) !== undefined;

  /** @throws UnreadableStore when it is of another form. */
  table(name: string): KeyValues | undefined {
    const table = this.#tableOf(name);
    if (!table) return undefined;
    const index = this.#schema.find((one) => one.type === 'index' && one.table === name);
    if (index && table.columns[0] === 'key' && table.columns[1] === 'value')
      return new KeyValues(this.#pages, table.root, index.root);
    throw new UnreadableStore(`a store of an unknown version: ${name} is no table of keys and values`);
  }

  /** Columns of all rows of a small table; undefined for a column that it does not have. */
  *rows(name: string, wanted: readonly string[]): Generator<(Value | undefined)[]> {
    const table = this.#tableOf(name);
    if (!table) return;
    const places = wanted.map((column) => table.columns.indexOf(column));
    for (const row of rowsAt(this.#pages, table.root)) {
      const values = row.columns(table.columns.length);
      yield places.map((place) => values[place]);
    }
  }

  #tableOf = (name: string): Described | undefined =>
    this.#schema.find((one) => one.type === 'table' && one.name === name);
}

/** The first word of each part of a definition, which for columns is their name. */
const columnsIn = (sql: string): string[] =>
  sql
    .slice(sql.indexOf('(') + 1)
    .split(',')
    .map(
      (column) =>
        column
          .trim()
          .split(/\s/, 1)[0]
          ?.replace(/["'`[\]]/g, '') ?? '',
    );
