import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { isChanging, noLog } from './in-use.ts';
import { UnreadableStore } from './unreadable.ts';
import { type CommittedPages, committed } from './write-ahead-log.ts';

const headerBytes = 100;
/** A transaction takes milliseconds. */
const attempts = 4;
const pauseMs = 50;
const logHeaderBytes = 32;

export const damaged = (): UnreadableStore =>
  new UnreadableStore('a damaged store: its pages do not fit together');

/**
 * The pages of a SQLite database as its file and write-ahead log have them, read one by one: a store that is too large for
 * memory can be read, and only what is asked for is. The agent's files are neither locked nor written. See "Database File
 * Format" in the documentation of SQLite.
 */
export class Pages {
  readonly #path: string;
  readonly #file: number;
  readonly #log: Buffer | undefined;
  readonly #committed: CommittedPages | undefined;
  readonly #mark: string;
  /** Inner nodes of trees, through which every search goes. */
  readonly #inner = new Map<number, Buffer>();
  readonly count: number;
  /** Bytes of a page. */
  readonly size: number;
  /** Bytes of a page that hold content. */
  readonly usable: number;

  private constructor(path: string, file: number, log: Buffer | undefined, mark: string) {
    this.#path = path;
    this.#file = file;
    this.#log = log;
    this.#mark = mark;
    this.#committed = log && committed(log);
    const head = this.#committed?.changed.get(1) ?? this.#read(0, headerBytes);
    const size = head.readUInt16BE(16);
    this.size = size === 1 ? 65_536 : size;
    this.count = this.#committed?.count ?? Math.floor(fstatSync(file).size / this.size);
    this.usable = this.size - head.readUInt8(20);
    if (this.size < 512 || this.usable < 480) throw damaged();
  }

  /** @throws UnreadableStore when it is damaged or its pages are being changed in place. */
  static async open(path: string): Promise<Pages> {
    const file = openSync(path, 'r');
    try {
      for (let left = attempts; left > 0; left -= 1) {
        const mark = await markOf(path, file);
        const log = await readFile(`${path}-wal`).catch(noLog);
        if (!(await isChanging(path))) return new Pages(path, file, log, mark);
        await setTimeout(pauseMs);
      }
      throw new UnreadableStore('a store in use');
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * Whether what was read until now is of one moment. What is added to the log meanwhile does not count: its beginning
   * stays until all of it is in the file.
   */
  async isOneMoment(): Promise<boolean> {
    if ((await isChanging(this.#path)) || (await markOf(this.#path, this.#file)) !== this.#mark) return false;
    if (!this.#committed) return true;
    const log = await open(`${this.#path}-wal`).catch(noLog);
    const head = Buffer.alloc(logHeaderBytes);
    await log?.read(head, 0, head.length, 0).finally(() => log.close());
    return this.#log?.subarray(0, logHeaderBytes).equals(head) === true;
  }

  close(): void {
    closeSync(this.#file);
  }

  page(number: number): Buffer {
    if (number < 1 || number > this.count) throw damaged();
    const known = this.#committed?.changed.get(number) ?? this.#inner.get(number);
    if (known) return known;
    const page = this.#read((number - 1) * this.size, this.size);
    const kind = page[number === 1 ? headerBytes : 0];
    if (kind === 2 || kind === 5) this.#inner.set(number, page);
    return page;
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let read = 0; read < length; ) {
      const more = readSync(this.#file, bytes, read, length - read, at + read);
      if (more === 0) throw damaged();
      read += more;
    }
    return bytes;
  }
}

/** Size, time and count of changes of a store without its log. */
async function markOf(path: string, file: number): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path);
  const changes = Buffer.alloc(4);
  readSync(file, changes, 0, 4, 24);
  return `${size} ${mtimeMs} ${ino} ${changes.toString('hex')}`;
}
