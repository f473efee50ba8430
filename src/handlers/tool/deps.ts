import type { KeyScope } from '../../db/admin/keys.ts';
import type { ChunkedText } from '../../db/artifacts/insert.ts';
import type { AppendMessage } from '../../db/conversations/batch-append.ts';
import type { Search } from '../../db/conversations/search.ts';
import type { StoredCalibration } from '../../db/decisions/calibrations.ts';
import type { Database } from '../../db/postgres/connect.ts';
import type { Embedder } from '../../db/search/embedder.ts';
import type { ClientSession } from './client-session.ts';
import type { Rights } from './rights.ts';

/** A word of a decision, and the numbers of what is known of it besides. */
export type HintedWord = { text: string; hints: readonly number[] };

/** The gateway's log as handlers see it. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/**
 * Everything a handler depends on; handlers read no environment, clock or randomness themselves. The same object is passed
 * as the bindings of a tool's Hono app.
 */
export type Deps = {
  db: Database;
  /** Stores one message, possibly in one statement with others that arrive at the same time. */
  append: AppendMessage;
  /** Text search that keeps its index in memory between calls; absent where no process outlives a call. */
  search?: Search;
  /** Embeds texts for search by meaning; absent when no model is configured. */
  embedder?: Embedder | undefined;
  /** How dangerous a statement is as a decision, by its meaning: a logarithm of odds; absent without the local model. */
  dangerByMeaning?: ((statement: string) => Promise<number>) | undefined;
  /** Five scores a word, of whether it names an option of a decision; absent without the local model. */
  markOptions?: ((words: readonly HintedWord[]) => Promise<Float32Array>) | undefined;
  /** The current time. */
  clock: () => Date;
  /** A new UUID of version 7, so that new rows are adjacent in their indexes. */
  newId: () => string;
  /** 256 random bits as base64url: 43 characters. */
  newSecret: () => string;
  /** Splits and queues documents; absent where documents are not accepted. */
  documents?: Documents;
  /** Files that tools may read and write; absent when file access is disabled. */
  files?: Files | undefined;
  /** What a settings file runs at an event of a client; absent where nothing of this installation can be started. */
  hookProgram?: HookProgram | undefined;
  log: Log;
  /** Redacts secrets from a call's input before it is stored; absent when redaction is off. */
  redact?: Redact | undefined;
  /** Keeps stores on disk while the database is unavailable; without it they fail. */
  spool?: Spool;
  /** The calibrations last read, for use while the database is unavailable. */
  calibrations?: CalibrationCache;
  /** The names of keys by owner (`key:…`, `env:…`), for display; absent where keys are not looked up. */
  ownerNames?: (owners: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The current call; set by the gateway. */
  call?: Call;
};

/** The start of a hook's command: the program, absolute, and options behind the event's name. */
export type HookProgram = { program: string; options: string };

export type Documents = {
  /** Splits a text into the chunks it is stored in. */
  chunk(text: string): Promise<ChunkedText>;
  /** Stores a document when background work may run; foreground calls go first. */
  turn<T>(store: () => Promise<T>): Promise<T>;
  /** Maximum number of attempts for an extraction. */
  maxAttempts: number;
  /** Wakes workers, in any process, because jobs are due; call it after COMMIT. Without it, workers find jobs by polling. */
  wake(): void;
};

/** Keeps a store that the database could not take; resolves once it is durably on disk. */
export type Spool = { append(kind: string, payload: unknown): Promise<void> };

export type CalibrationCache = {
  keep(calibrations: readonly StoredCalibration[], at: Date): void;
  last(): { calibrations: readonly StoredCalibration[]; at: Date } | undefined;
};

/**
 * Redacts secrets in the texts of an input and returns their number by kind. Ids and other names are not changed.
 *
 * @throws ToolError `too_large` when redaction exceeds its time limit.
 */
export type Redact = (input: unknown) => Promise<{ value: unknown; found: Readonly<Record<string, number>> }>;

/** The caller, as far as the transport knows it. */
export type Call = {
  requestId: string;
  /** Client name and version, as the client reported them. */
  client?: string | undefined;
  /** Name of the API key. */
  keyId?: string | undefined;
  /** Scope of the key. */
  scope?: KeyScope | undefined;
  /** The data the key can see; everything when absent. */
  key?: Rights | undefined;
  /** The client side of the call, on transports that have one. */
  clientSession?: ClientSession | undefined;
};

/** The folder open to tools. A path is relative to it, or absolute and inside it; symlinks are resolved before the check. */
export type Files = {
  /**
   * @throws ToolError `forbidden` outside the folder, `not_found`, `too_large` for files over `maxBytes`.
   */
  read(path: string, maxBytes: number): Promise<Uint8Array>;
  /**
   * Writes the whole file or nothing, and creates missing folders.
   *
   * @param how an existing file is replaced only with `overwrite`.
   * @returns the path as the folder sees it.
   * @throws ToolError `forbidden` outside the folder, `conflict` when the file exists.
   */
  write(path: string, content: string, how?: { overwrite?: boolean }): Promise<string>;
};
