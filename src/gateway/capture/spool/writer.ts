import { existsSync, fdatasync, fdatasyncSync, writeSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { syncFolder } from '../../runtime/durable.ts';
import { countDropped } from './append.ts';
import {
  encodeRecord,
  ensureSpool,
  fullMark,
  openSegments,
  openSuffix,
  type SpoolRecord,
  sealedSuffix,
  segmentName,
} from './segment.ts';

const sync = promisify(fdatasync);

type Waiting = { line: string; resolve: (kept: boolean) => void; reject: (error: unknown) => void };

/** The segment that is being written. */
export type Synced = {
  path: string;
  name: string;
  /** Bytes on disk. */
  bytes: number;
  /** How many of them the drainer has stored. */
  stored: number;
  /** Since when the rest has been waiting, in milliseconds since 1970. */
  since: number;
};

type Segment = { handle: FileHandle; synced: Synced; room: number };

/** What a log says of it. */
export const unsealed = 'a segment of the spool could not be sealed; its records are stored nevertheless';

const sealAtBytes = 4_000_000;
/**
 * A disk that syncs within this time is synced on the main thread: handing the wait to another thread costs more. A slower
 * one must not block the event loop.
 */
const quickMs = 1;
/**
 * A segment is extended by this many zero bytes in advance: syncing a record is half the work while the file length stays
 * the same. Sealing cuts the rest off; after a crash the zeros are not a line and are ignored.
 */
const roomBytes = 65_536;

/**
 * Appends records for a long-lived process. Records that arrive during a sync share the next write and fsync; each append
 * resolves once its record is on disk.
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
  /** Told why a segment could not be sealed; its records are drained nevertheless. */
  onUnsealed: ((error: unknown) => void) | undefined;
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
      // A flag, not a promise: a caller may append again before the promise has settled.
      if (!this.#busy) this.#writing = this.#write();
    });
  }

  /** Opens the first segment, so that the first record does not wait for it. */
  async prepare(): Promise<void> {
    this.#file ??= this.#open();
    await this.#file;
  }

  /** The part of the current segment that may be drained. */
  get synced(): Synced | undefined {
    return this.#current;
  }

  /** Seals the segment; the next record begins another. */
  async seal(): Promise<void> {
    // Queued behind the appends, so that none of them finds its file closed.
    this.#sealing = true;
    if (!this.#busy) this.#writing = this.#write();
    await this.#writing;
  }

  async #open(): Promise<Segment> {
    const name = segmentName(this.#clock());
    const path = join(this.#folder, name + openSuffix);
    openSegments.add(name);
    const handle = await open(path, 'wx', 0o600);
    syncFolder(this.#folder);
    this.#current = { path, name, bytes: 0, stored: 0, since: 0 };
    return { handle, synced: this.#current, room: 0 };
  }

  async #write(): Promise<void> {
    this.#busy = true;
    // Records that arrive in the same turn of the event loop are synced together.
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
        // Another process claimed the segment as orphaned, and may have read it before this write.
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
        // How much of the batch was written is unknown: start a new segment and acknowledge none of it.
        this.#abandon();
        for (const item of batch) item.reject(error);
      }
    }
    this.#busy = false;
  }

  /** Writes go to the page cache and return quickly. */
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

  /** Leaves the segment to the drainer. */
  #abandon(): void {
    if (this.#current) openSegments.delete(this.#current.name);
    this.#file?.then(({ handle }) => handle.close()).catch(() => undefined); // its failure has already been reported
    this.#file = undefined;
    this.#current = undefined;
  }

  async #rotate(file: Segment): Promise<void> {
    this.#file = undefined;
    this.#current = undefined;
    try {
      try {
        await file.handle.truncate(file.synced.bytes);
      } finally {
        await file.handle.close();
      }
      await rename(file.synced.path, join(this.#folder, file.synced.name + sealedSuffix));
    } catch (error) {
      this.onUnsealed?.(error);
    } finally {
      // Nothing more is written to it: the drainer takes it also unsealed, like that of a dead writer.
      openSegments.delete(file.synced.name);
    }
  }
}
