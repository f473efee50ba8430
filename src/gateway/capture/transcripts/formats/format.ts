import type { Database } from 'sql.js';
import type { Captured, Source } from '../../messages/captured.ts';
import type { KeyValueStore } from '../sqlite/key-values.ts';

/** Where a format's values come from. */
export type Origin = {
  /** Path of the file, as names may carry meaning; absent for streams. */
  path?: string | undefined;
  /** Reads another file by its path relative to this file's folder. */
  sidecar?: ((relativePath: string) => Promise<string | undefined>) | undefined;
  /** The names in a folder, by its path relative to this file's folder; none if it does not exist. */
  listing?: ((relativePath: string) => Promise<string[]>) | undefined;
};

/** Reads one file's values in order. Its state is small and JSON, because the tailer stores it with the offset. */
export type Parser = {
  push(value: unknown): Promise<Captured[]> | Captured[];
  /** Items still held back at the end of the file. */
  end?(): Captured[];
  state(): unknown;
  /**
   * The message that the next line may continue, as far as it has been written, and the offset of its first line. Reading
   * resumes there, and `state()` is that of the lines before it.
   */
  open?(): { captured: Captured[]; start: number } | undefined;
};

/**
 * The format of one agent or service. To add one, add a file to this folder and a line to `index.ts`.
 */
export type Format = {
  name: string;
  /**
   * How messages are laid out: one JSON value per line, lines of text (a `Line` each), the elements of one JSON array, rows of
   * a SQLite database, or the text of the whole file.
   */
  unit: 'line' | 'text' | 'element' | 'store' | 'document';
  /** True for the memories of another product: its records are counted, and statements are stored as memories. */
  memories?: boolean | undefined;
  /** True for files that grow during a session; their raw lines are kept. */
  live: boolean;
  /**
   * True when the agent rewrites the file during a session: at each change it is read from the start. What an agent no
   * longer has stays stored, and is no fault for `dewey verify`.
   */
  rewritten?: boolean;
  /** Recognises the format from the first values of a file, never by its name. */
  recognise(sample: readonly unknown[]): boolean;
  /** @param state what an earlier parser of the same file returned from `state()`. */
  parser(origin: Origin, state?: unknown): Parser;
  /**
   * The key under which a session is stored when it was captured from its agent itself. Such a session, and what it
   * started, is not imported from another product.
   */
  alsoAt?: ((source: Source) => string | undefined) | undefined;
  /**
   * The state for a file whose first lines are missing, if only those name its session. Lines before a session's first
   * message are not always kept.
   */
  within?(session: string): unknown;
};

/** A SQLite database in which an agent keeps its sessions, or another product its memories. */
export type StoreFormat = SessionStore | MemoryStore;

type AnyStore = {
  name: string;
  /** The columns that are read, by table; a store that lacks one is of an unknown version. */
  tables: Readonly<Record<string, readonly string[]>>;
};

export type SessionStore = AnyStore & {
  /** @param path of the store, as names may carry meaning. */
  sessions(database: Database, path: string): Iterable<StoredSession>;
};

/** A session of a store. One that did not change since it was stored need not be read again. */
export type StoredSession = {
  id: string;
  /** Another one whenever something of the session is. */
  mark(): string;
  read(): Captured[];
};

/** A SQLite database of keys and values, of any size: it is read page by page. */
export type KeyValueFormat = {
  name: string;
  recognise(store: KeyValueStore): boolean;
  /** @param path of the store, as what lies beside it may belong to it. */
  sessions(store: KeyValueStore, path: string): AsyncIterable<KeyValueSession>;
};

export type KeyValueSession = {
  id: string;
  /**
   * Another one whenever something of the session is.
   *
   * @param known the mark under which the session is stored.
   */
  mark(known?: string): string;
  read(): Captured[] | Promise<Captured[]>;
};

export type MemoryStore = AnyStore & {
  /** Tables that are read where they exist. Rows of any other are told as not read. */
  readToo?: readonly string[];
  /** As of a {@link Format}. */
  alsoAt?(source: Source): string | undefined;
  /** The captured items of each session, or of all records. */
  read(database: Database, origin: Origin): Iterable<Captured[]>;
};

/** The text of a string or a list of blocks; blocks without text are named in brackets. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block: unknown) => {
      if (typeof block === 'string') return block;
      if (typeof block !== 'object' || block === null) return '';
      if ('text' in block && typeof block.text === 'string') return block.text;
      if ('type' in block && typeof block.type === 'string') return `[${block.type}]`;
      return '';
    })
    .filter((text) => text !== '')
    .join('\n');
}
