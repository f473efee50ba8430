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
 * A journal is a file of lines: eight hexadecimal digits of CRC-32, a space, JSON. Its rows are numbered in the order in
 * which they ended. A line that was not written whole was never waited for.
 */
const face = z.object({
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
  z.object({ began: z.int(), row: face }),
  z.object({ ended: z.int(), ...ending.shape }),
  z.object({ row: face.extend(ending.shape) }),
]);

export type Face = z.output<typeof face>;
export type Ending = z.output<typeof ending>;

const suffix = '.journal';
const sync = promisify(fdatasync);
/** A file keeps its length while it is written: to sync a longer one takes the disk twice as long. */
const roomBytes = 65_536;
const touchEveryMs = 5000;
/** A journal of a process that cannot be asked for is left alone until it has not been touched for so long. */
const abandonedAfterMs = 30_000;

const journalsInHand = new Set<string>();

/**
 * One journal that this process writes. Lines of one turn of the event loop leave in one write, at its end: calls that
 * begin or end together cost one system call. What is written survives the process, what is synced the machine.
 */
export class AuditJournal {
  readonly name: string;
  readonly path: string;
  readonly #file: number;
  readonly #touch: NodeJS.Timeout;
  #unwritten = '';
  #writing: Promise<void> | undefined;
  /** Why a write failed. No line is taken afterwards: its number would be wrong. */
  #failure: Error | undefined;
  #closed = false;
  #room = 0;
  #bytes = 0;
  #begun = 0;
  #ended = 0;
  readonly #open = new Set<number>();
  #syncing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @throws the reason of the system when no file can be made there. */
  constructor(folder: string, id: string, clock: () => Date) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.name = `${encodeURIComponent(hostname())}~${process.pid}~${id}`;
    this.path = join(folder, this.name + suffix);
    this.#file = openSync(this.path, 'wx', 0o600);
    journalsInHand.add(this.name);
    // Where the time cannot be set, a write sets it; a journal nobody writes to may be read.
    this.#touch = setInterval(() => futimes(this.#file, clock(), clock(), noop), touchEveryMs).unref();
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @returns the number of the call. */
  begin(row: Face): number {
    this.#begun += 1;
    this.#append({ began: this.#begun, row });
    this.#open.add(this.#begun);
    return this.#begun;
  }

  /** @returns the number of the row among those that have ended. */
  end(number: number, end: Ending): number {
    this.#append({ ended: number, ...end });
    this.#open.delete(number);
    return this.#count();
  }

  /** A row as a whole. */
  add(row: Face & Ending): number {
    this.#append({ row });
    return this.#count();
  }

  #count(): number {
    this.#ended += 1;
    return this.#ended;
  }

  /** Calls that have begun and not ended. */
  get open(): number {
    return this.#open.size;
  }

  /** Resolves when every line so far is with the system; rejects with its reason when it takes none. */
  written(): Promise<void> {
    return this.#writing ?? Promise.resolve();
  }

  /**
   * Resolves when every line so far is on disk; callers meanwhile share the next sync.
   *
   * @throws the reason of the system.
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
   * Ends writing. With `remove` the file goes, else it stays for who reads it and is on disk when this resolves.
   *
   * @throws the reason of the system when it could not be synced; it is closed all the same.
   */
  async close({ remove }: { remove: boolean }): Promise<void> {
    clearInterval(this.#touch);
    try {
      if (remove)
        await (this.#next ?? this.#syncing)?.catch(noop); // its failure reached the callers that waited for it
      else {
        this.write();
        await this.#sync();
      }
    } finally {
      this.#closed = true;
      closeSync(this.#file);
      journalsInHand.delete(this.name);
    }
    if (remove) await rm(this.path, { force: true });
  }

  #append(value: object): void {
    // The number of a closed file may be another file's by now.
    if (this.#closed) throw new Error('the journal is closed');
    if (this.#failure) throw this.#failure;
    const json = JSON.stringify(value);
    this.#unwritten += `${checksum(json)} ${json}\n`;
    if (this.#writing) return;
    this.#writing = Promise.resolve().then(() => this.write());
    this.#writing.catch(noop); // kept: the next line is refused with it
  }

  /**
   * Writes the lines so far now, instead of at the end of the turn.
   *
   * @throws the reason of the system; no line is taken afterwards.
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

const checksum = (json: string): string => crc32(json).toString(16).padStart(8, '0');
/** The journals of a folder. */
export type Journals = {
  /** @throws the reason of the system when no file can be made there. */
  open(): AuditJournal;
  /** Those that no process writes any more, oldest first. */
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
    if (at === undefined || journalsInHand.has(name)) continue;
    if (isDead(name) || now - at > abandonedAfterMs) found.push({ name, path, at });
  }
  return found.sort((a, b) => a.at - b.at);
}

/** Only of processes of this machine it can be known; one with our number has ended, as we have it now. */
function isDead(name: string): boolean {
  const [host, pid] = name.split('~');
  if (host !== encodeURIComponent(hostname())) return false;
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

/**
 * Reads what a process left behind: what ended, then the calls it was in the middle of, whose outcome is `unknown`.
 *
 * @returns with them how many lines are damaged.
 */
async function readJournal(name: string, path: string): Promise<{ rows: AuditRow[]; damaged: number }> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const open = new Map<number, Face>();
  const rows: AuditRow[] = [];
  let damaged = 0;
  const add = (row: Face & Ending) => rows.push({ ...row, kept: { journal: name, number: rows.length + 1 } });
  // After the last line end lies what was not written whole, and room.
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
