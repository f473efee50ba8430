import {
  closeSync,
  existsSync,
  fdatasync,
  futimes,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeSync,
} from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import type { AuditRow } from '../../db/admin/audit-chain.ts';
import { isAlive } from '../../db/runtime/is-alive.ts';

/**
 * A journal is a file of lines: CRC-32 as eight hexadecimal digits, a space, JSON. Its rows are numbered in the order in
 * which the calls ended. An incomplete line was never acknowledged.
 */
const header = z.object({
  at: z.iso.datetime().transform((at) => new Date(at)),
  tool: z.string(),
  requestId: z.string(),
  client: z.string().optional(),
  keyId: z.string().optional(),
  argsBytes: z.int(),
  argsHash: z.string(),
});
const ending = z.object({
  at: z.iso.datetime().transform((at) => new Date(at)),
  outcome: z.string(),
  durationMs: z.number(),
});
const line = z.union([
  z.object({ began: z.int(), row: header }),
  z.object({ ended: z.int(), ...ending.shape }),
  z.object({ row: header.extend(ending.shape) }),
]);

export type AuditedCallHeader = z.output<typeof header>;
export type Ending = z.output<typeof ending>;

const suffix = '.journal';
const sync = promisify(fdatasync);
/** Space allocated in advance: syncing a file whose length has changed takes the disk twice as long. */
const roomBytes = 65_536;
const touchEveryMs = 5000;
/** A journal whose process cannot be checked is left alone until it has not been touched for this long. */
const abandonedAfterMs = 30_000;

const openJournals = new Set<string>();

/**
 * A journal written by this process. Lines of one turn of the event loop are written together at its end: calls that
 * begin or end together cost one system call. Written lines survive the process, synced lines the machine.
 */
export class AuditJournal {
  readonly name: string;
  readonly path: string;
  readonly #file: number;
  readonly #touch: NodeJS.Timeout;
  #unwritten = '';
  #writing: Promise<void> | undefined;
  /** Why a write failed. No further lines are accepted, as their numbers would be wrong. */
  #failure: Error | undefined;
  #closed = false;
  #room = 0;
  #bytes = 0;
  #begun = 0;
  #ended = 0;
  readonly #open = new Set<number>();
  #syncing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @throws the system's error when the file cannot be created. */
  constructor(folder: string, id: string, clock: () => Date) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.name = `${encodeURIComponent(hostname())}~${process.pid}~${id}`;
    this.path = join(folder, this.name + suffix);
    this.#file = openSync(this.path, 'wx', 0o600);
    openJournals.add(this.name);
    // If the time cannot be set, writes still update it; without writes, another process may read the journal.
    this.#touch = setInterval(() => futimes(this.#file, clock(), clock(), noop), touchEveryMs).unref();
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @returns the number of the call. */
  begin(row: AuditedCallHeader): number {
    this.#begun += 1;
    this.#append(`{"began":${this.#begun},"row":${textOf(row)}}`);
    this.#open.add(this.#begun);
    return this.#begun;
  }

  /** @returns the number of the row, counted over ended calls. */
  end(number: number, end: Ending): number {
    this.#append(`{"ended":${number},${textOf(end).slice(1)}`);
    this.#open.delete(number);
    return this.#count();
  }

  /** Adds a complete row. @returns its number. */
  add(row: AuditedCallHeader & Ending): number {
    this.#append(`{"row":${textOf(row)}}`);
    return this.#count();
  }

  #count(): number {
    this.#ended += 1;
    return this.#ended;
  }

  /** Number of calls that have begun and not ended. */
  get open(): number {
    return this.#open.size;
  }

  /** Resolves when every line so far is written; rejects with the system's error. */
  written(): Promise<void> {
    return this.#writing ?? Promise.resolve();
  }

  /**
   * Resolves when every line so far is on disk; concurrent callers share the next sync.
   *
   * @throws the system's error.
   */
  async synced(): Promise<void> {
    if (this.#closed) return;
    this.write();
    await this.#sync();
  }

  #sync(): Promise<void> {
    if (!this.#syncing) {
      this.#syncing = sync(this.#file).finally(() => {
        this.#syncing = undefined;
      });
      return this.#syncing;
    }
    this.#next ??= this.#syncing.then(noop, noop).then(() => {
      this.#next = undefined;
      return this.#sync();
    });
    return this.#next;
  }

  /**
   * Closes the journal. With `remove` the file is deleted; otherwise it is on disk when this resolves.
   *
   * @throws the system's error when it could not be synced; it is closed regardless.
   */
  async close({ remove }: { remove: boolean }): Promise<void> {
    clearInterval(this.#touch);
    try {
      if (remove)
        await (this.#next ?? this.#syncing)?.catch(noop); // its failure has reached the callers waiting for it
      else {
        this.write();
        await this.#sync();
      }
    } finally {
      this.#closed = true;
      closeSync(this.#file);
      openJournals.delete(this.name);
    }
    if (remove) await rm(this.path, { force: true });
  }

  #append(json: string): void {
    // The descriptor of a closed file may already belong to another file.
    if (this.#closed) throw new Error('the journal is closed');
    if (this.#failure) throw this.#failure;
    this.#unwritten += `${checksum(json)} ${json}\n`;
    if (this.#writing) return;
    this.#writing = Promise.resolve().then(() => this.write());
    this.#writing.catch(noop); // the failure is kept, and the next line is refused with it
  }

  /**
   * Writes the pending lines now, instead of at the end of the turn.
   *
   * @throws the system's error; no further lines are accepted.
   */
  write(): void {
    this.#writing = undefined;
    if (this.#failure) throw this.#failure;
    if (this.#unwritten === '') return;
    const data = Buffer.from(this.#unwritten);
    this.#unwritten = '';
    try {
      if (this.#bytes + data.length > this.#room) {
        const zeros = Buffer.alloc(this.#bytes + data.length + roomBytes - this.#room);
        put(this.#file, zeros, this.#room);
        this.#room += zeros.length;
      }
      put(this.#file, data, this.#bytes);
      this.#bytes += data.length;
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      throw this.#failure;
    }
  }
}

const noop = () => undefined;

function put(file: number, data: Buffer, at: number): void {
  for (let written = 0; written < data.length; )
    written += writeSync(file, data, written, data.length - written, at + written);
}

/** The JSON of what has a time. A `Date` within an object would take as long as all the rest. */
const textOf = (row: { at: Date }): string => JSON.stringify({ ...row, at: row.at.toISOString() });

const checksum = (json: string): string => crc32(json).toString(16).padStart(8, '0');
/** The journals of a folder. */
export type Journals = {
  /** @throws the system's error when the file cannot be created. */
  open(): AuditJournal;
  /** Journals that are no longer being written, oldest first. */
  abandoned(): { name: string; path: string }[];
  read: typeof readJournal;
  remove(path: string): Promise<void>;
};

export const journalsIn = (folder: string, clock: () => Date, newId: () => string): Journals => ({
  open: () => new AuditJournal(folder, newId(), clock),
  abandoned: () => abandonedIn(folder, clock().getTime()),
  read: readJournal,
  remove: (path) => rm(path, { force: true }),
});

function abandonedIn(folder: string, now: number): { name: string; path: string }[] {
  const found: { name: string; path: string; at: number }[] = [];
  if (!existsSync(folder)) return found;
  for (const file of readdirSync(folder)) {
    const name = file.slice(0, -suffix.length);
    const path = join(folder, file);
    const at = file.endsWith(suffix) ? statSync(path, { throwIfNoEntry: false })?.mtimeMs : undefined;
    if (at === undefined || openJournals.has(name)) continue;
    if (isDead(name) || now - at > abandonedAfterMs) found.push({ name, path, at });
  }
  return found.sort((a, b) => a.at - b.at);
}

/** Known for processes of this machine only; one with our own process id has ended, as the id is ours now. */
function isDead(name: string): boolean {
  const [host, pid] = name.split('~');
  if (host !== encodeURIComponent(hostname())) return false;
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

/**
 * Reads the journal of a dead process: ended calls, then the calls that were running, with the outcome `unknown`.
 *
 * @returns the rows, and the number of damaged lines.
 */
async function readJournal(name: string, path: string): Promise<{ rows: AuditRow[]; damaged: number }> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const open = new Map<number, AuditedCallHeader>();
  const rows: AuditRow[] = [];
  let damaged = 0;
  const add = (row: AuditedCallHeader & Ending) =>
    rows.push({ ...row, kept: { journal: name, number: rows.length + 1 } });
  // After the last line end are an incomplete line, if any, and allocated space.
  for (const text of lines.slice(0, -1)) {
    const said = parsed(text);
    if (!said) damaged += 1;
    else if ('began' in said) open.set(said.began, said.row);
    else if ('ended' in said) {
      const { ended, ...end } = said;
      const begun = open.get(ended);
      open.delete(ended);
      if (begun) add({ ...begun, ...end });
      else damaged += 1;
    } else add(said.row);
  }
  for (const begun of open.values()) add({ ...begun, outcome: 'unknown', durationMs: 0 });
  return { rows, damaged };
}

function parsed(text: string): z.output<typeof line> | undefined {
  const json = text.slice(9);
  if (text[8] !== ' ' || checksum(json) !== text.slice(0, 8)) return undefined;
  return line.safeParse(JSON.parse(json)).data;
}
