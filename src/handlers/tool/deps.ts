import type { KeyScope } from '../../db/admin/keys.ts';
import type { ChunkedText } from '../../db/artifacts/insert.ts';
import type { AppendMessage } from '../../db/conversations/batch-append.ts';
import type { Search } from '../../db/conversations/search.ts';
import type { StoredCalibration } from '../../db/decisions/calibrations.ts';
import type { Database } from '../../db/postgres/connect.ts';
import type { Embedder } from '../../db/search/embedder.ts';
import type { ClientSession } from './client-session.ts';
import type { Rights } from './rights.ts';

/** What the gateway's log offers to handlers. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/**
 * Everything a handler is given; it reads no environment, no clock and no randomness of its own. The same object is the
 * bindings of its Hono app.
 */
export type Deps = {
  db: Database;
  /** Stores one message, perhaps together with others that arrive at the same time. */
  append: AppendMessage;
  /** Text search that keeps its index in memory between calls; absent where nothing outlives a call. */
  search?: Search;
  /** Makes vectors of texts for search by meaning; absent where no model is configured. */
  embedder?: Embedder | undefined;
  /** The time. */
  clock: () => Date;
  /** A new id: a UUID of version 7, so that new rows land next to each other in their indexes. */
  newId: () => string;
  /** 256 random bits as base64url: 43 characters. */
  newSecret: () => string;
  /** How documents are taken apart and queued; absent where none are taken. */
  documents?: Documents;
  /** The files that tools may read and write; absent where there are none. */
  files?: Files | undefined;
  log: Log;
  /** Takes secrets out of what a call is about to store; absent where that is switched off. */
  redact?: Redact | undefined;
  /** Where stores wait on disk while the database is away; without it they fail then. */
  spool?: Spool;
  /** The calibrations as last read, for the time without the database. */
  calibrations?: CalibrationCache;
  /** The names of keys by what they own things as, for people; absent where no keys are looked up. */
  ownerNames?: (owners: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Set by the gateway for each call. */
  call?: Call;
};

export type Documents = {
  /** Cuts a text into the chunks it is stored in. */
  chunk(text: string): Promise<ChunkedText>;
  /** Stores when it is this document's turn: calls that somebody waits for may go first. */
  turn<T>(store: () => Promise<T>): Promise<T>;
  /** Attempts an extraction has. */
  maxAttempts: number;
  /** Tells workers, wherever they run, that jobs are due; to be called after COMMIT. Without it they find them by polling. */
  wake(): void;
};

/** Keeps what could not be stored now; resolves when it is safely on disk. */
export type Spool = { append(kind: string, payload: unknown): Promise<void> };

export type CalibrationCache = {
  keep(calibrations: readonly StoredCalibration[], at: Date): void;
  last(): { calibrations: readonly StoredCalibration[]; at: Date } | undefined;
};

/**
 * Takes secrets out of the texts of an input and tells how many there were, by kind. Ids and other names stay.
 *
 * @throws ToolError `too_large` when that takes longer than it may.
 */
export type Redact = (input: unknown) => Promise<{ value: unknown; found: Readonly<Record<string, number>> }>;

/** Who calls, as far as the way in knows. */
export type Call = {
  requestId: string;
  /** Name and version the client gave. */
  client?: string | undefined;
  /** Name of the API key. */
  keyId?: string | undefined;
  /** What the key may do. */
  scope?: KeyScope | undefined;
  /** What its key lets it see; everything without it. */
  key?: Rights | undefined;
  /** The client's end of the call, over transports that have one. */
  exchange?: ClientSession | undefined;
};

/** The folder that tools may use. A path is relative to it, or absolute and inside it; symlinks are followed first. */
export type Files = {
  /**
   * @throws ToolError `forbidden` outside the folder, `not_found`, `too_large` beyond `maxBytes`.
   */
  read(path: string, maxBytes: number): Promise<Uint8Array>;
  /**
   * Writes the whole file or nothing; folders on the way are made.
   *
   * @param how a file that is there is replaced with `overwrite` alone.
   * @returns the path as the folder has it.
   * @throws ToolError `forbidden` outside the folder, `conflict` where there is a file already.
   */
  write(path: string, content: string, how?: { overwrite?: boolean }): Promise<string>;
};
