import { existsSync, fdatasync, fdatasyncSync, writeSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { countDropped, syncFolder } from './append.ts';
import {
  encodeRecord,
  ensureSpool,
  fullMark,
  inHand,
  openSuffix,
  type SpoolRecord,
  sealedSuffix,
  segmentName,
} from './segment.ts';

const sync = promisify(fdatasync);

type Waiting = { line: string; resolve: (kept: boolean) => void; reject: (error: unknown) => void };

/** A segment that is being written. */
export type Synced = {
  path: string;
  name: string;
  /** On disk. */
  bytes: number;
  /** Of these, what is stored by now, as whoever drains has it. */
  stored: number;
  /** Since when the rest waits, in milliseconds. */
  since: number;
};

type Segment = { handle: FileHandle; synced: Synced; room: number };

const sealAtBytes = 4_000_000;
/**
 * A disk that answers within this is waited for here: to have another thread wait costs more than it takes. A slower one
 * must not hold up everything else.
 */
const quickMs = 1;
/**
 * A segment is made longer by so many zeros before they are overwritten: as long as a file keeps its length, the disk has
 * half as much to do for a record. They end with the segment; where it could not be ended, they are no line.
 */
const roomBytes = 65_536;

/**
 * Appends records for a process that lives on. Records that arrive while others are being synced share the next write
 * and fsync; each caller is answered when its record is on disk.
 */
export class SpoolWriter {
  readonly #folder: string;
  readonly #clock: () => Date;
  #file: Promise<Segment> | undefined;
  #waiting: Waiting[] = [];
  #busy = false;
  #sealing = false;
  #writing: Promise<void> = Promise.resolve();
  #syncMs = 0;
  #current: Synced | undefined;
  onAppend: (() => void) | undefined;
  /** Records acknowledged since the start. */
  acknowledged = 0;

  constructor(folder: string, clock: () => Date) {
    this.#folder = folder;
    this.#clock = clock;
    ensureSpool(folder);
  }

  /** @returns false when the spool is full: the record was dropped and counted. */
  append(record: SpoolRecord): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line: encodeRecord(record), resolve, reject });
      // Known at once, not by a promise: who is answered may append before the promise has settled.
      if (!this.#busy) this.#writing = this.#write();
    });
  }

  /** Opens the first segment, so that the first record does not wait for it. */
  async prepare(): Promise<void> {
    this.#file ??= this.#open();
    await this.#file;
  }

  /** What may be drained of the segment that is being written. */
  get synced(): Synced | undefined {
    return this.#current;
  }

  /** Seals the segment; the next record begins another. */
  async seal(): Promise<void> {
    // In line with the appends: none of them finds its file closed.
    this.#sealing = true;
    if (!this.#busy) this.#writing = this.#write();
    await this.#writing;
  }

  async #open(): Promise<Segment> {
    const name = segmentName(this.#clock());
    const path = join(this.#folder, name + openSuffix);
    inHand.add(name);
    const handle = await open(path, 'wx', 0o600);
    syncFolder(this.#folder);
    this.#current = { path, name, bytes: 0, stored: 0, since: 0 };
    return { handle, synced: this.#current, room: 0 };
  }

  async #write(): Promise<void> {
    this.#busy = true;
    // What came in the same turn of the event loop is synced together.
    await nextTurn();
    while (this.#waiting.length > 0 || this.#sealing) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        if (batch.length === 0) {
          this.#sealing = false;
          if (this.#file) await this.#rotate(await this.#file);
          continue;
        }
        if (existsSync(join(this.#folder, fullMark))) {
          countDropped(this.#folder, batch.length);
          for (const item of batch) item.resolve(false);
          continue;
        }
        this.#file ??= this.#open();
        const file = await this.#file;
        const data = Buffer.from(batch.map((item) => item.line).join(''));
        this.#put(file, data);
        await this.#sync(file.handle.fd);
        // Another process took the segment for a dead one's, and may have read it before this was in it.
        if (!existsSync(file.synced.path)) {
          this.#abandon();
          this.#waiting.unshift(...batch);
          continue;
        }
        if (file.synced.stored === file.synced.bytes) file.synced.since = this.#clock().getTime();
        file.synced.bytes += data.length;
        this.acknowledged += batch.length;
        for (const item of batch) item.resolve(true);
        this.onAppend?.();
        if (file.synced.bytes >= sealAtBytes) await this.#rotate(file);
      } catch (error) {
        // What was written of the batch is not known: a new segment begins, and nobody is told it was kept.
        this.#abandon();
        for (const item of batch) item.reject(error);
      }
    }
    this.#busy = false;
  }

  /** Writing goes to memory and is soon done. */
  #put(file: Segment, data: Buffer): void {
    const { fd } = file.handle;
    const { bytes } = file.synced;
    if (bytes + data.length > file.room) {
      const zeros = Buffer.alloc(bytes + data.length + roomBytes - file.room);
      file.room += writeSync(fd, zeros, 0, zeros.length, file.room);
    }
    for (let written = 0; written < data.length; )
      written += writeSync(fd, data, written, data.length - written, bytes + written);
  }

  async #sync(file: number): Promise<void> {
    const begun = performance.now();
    if (this.#syncMs <= quickMs) fdatasyncSync(file);
    else await sync(file);
    this.#syncMs = performance.now() - begun;
  }

  /** Leaves the segment to whoever drains. */
  #abandon(): void {
    if (this.#current) inHand.delete(this.#current.name);
    this.#file?.then(({ handle }) => handle.close()).catch(() => undefined); // it failed already, and that is told
    this.#file = undefined;
    this.#current = undefined;
  }

  async #rotate(file: Segment): Promise<void> {
    this.#file = undefined;
    this.#current = undefined;
    await file.handle.truncate(file.synced.bytes);
    await file.handle.close();
    await rename(file.synced.path, join(this.#folder, file.synced.name + sealedSuffix));
    inHand.delete(file.synced.name);
  }
}
