import { existsSync, fdatasync, writeSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
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

/** The part of a segment that is on disk. */
export type Synced = { path: string; name: string; bytes: number };

const sealAtBytes = 4_000_000;

/**
 * Appends records for a process that lives on. Records that arrive while others are being synced share the next write
 * and fsync; each caller is answered when its record is on disk.
 */
export class SpoolWriter {
  readonly #folder: string;
  readonly #clock: () => Date;
  #file: Promise<{ handle: FileHandle; synced: Synced }> | undefined;
  #waiting: Waiting[] = [];
  #busy = false;
  #sealing = false;
  #writing: Promise<void> = Promise.resolve();
  #current: Synced | undefined;
  onAppend: (() => void) | undefined;

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

  async #open(): Promise<{ handle: FileHandle; synced: Synced }> {
    const name = segmentName(this.#clock());
    const path = join(this.#folder, name + openSuffix);
    inHand.add(name);
    const handle = await open(path, 'ax', 0o600);
    syncFolder(this.#folder);
    this.#current = { path, name, bytes: 0 };
    return { handle, synced: this.#current };
  }

  async #write(): Promise<void> {
    this.#busy = true;
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
        // Writing goes to memory and is soon done; only the disk is waited for elsewhere.
        for (let written = 0; written < data.length; ) written += writeSync(file.handle.fd, data, written);
        await sync(file.handle.fd);
        file.synced.bytes += data.length;
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

  /** Leaves the segment to whoever drains. */
  #abandon(): void {
    if (this.#current) inHand.delete(this.#current.name);
    this.#file?.then(({ handle }) => handle.close()).catch(() => undefined); // it failed already, and that is told
    this.#file = undefined;
    this.#current = undefined;
  }

  async #rotate(file: { handle: FileHandle; synced: Synced }): Promise<void> {
    this.#file = undefined;
    this.#current = undefined;
    await file.handle.close();
    await rename(file.synced.path, join(this.#folder, file.synced.name + sealedSuffix));
    inHand.delete(file.synced.name);
  }
}
