import type { Pages } from './pages.ts';
import { UnreadableStore } from './unreadable.ts';

/**
 * The pages of a store as the bytes of one file, of which sql.js reads what a query asks for. It takes an array of bytes as
 * the content of a file, of which its file system asks for nothing but the length and stretches; so a store need not be in
 * memory.
 */
export class PageBytes implements ArrayLike<number> {
  readonly [n: number]: number;
  readonly length: number;
  readonly #pages: Pages;

  constructor(pages: Pages) {
    this.#pages = pages;
    this.length = pages.count * pages.size;
  }

  /** What the content of a new file is taken from. */
  slice(): PageBytes {
    return this;
  }

  /** Zeros where a page cannot be read, which SQLite reports: an error must not be thrown through its code. */
  subarray(from: number, to: number): Buffer {
    const { size } = this.#pages;
    const first = Math.floor(from / size);
    if (to <= (first + 1) * size)
      return this.#page(first + 1).subarray(from - first * size, to - first * size);
    const bytes = Buffer.alloc(to - from);
    for (let at = from; at < to; ) {
      const end = Math.min(to, (Math.floor(at / size) + 1) * size);
      this.subarray(at, end).copy(bytes, at - from);
      at = end;
    }
    return bytes;
  }

  /** The whole file. */
  copy(): Buffer {
    const bytes = Buffer.alloc(this.length);
    for (let n = 1; n <= this.#pages.count; n += 1) this.#page(n).copy(bytes, (n - 1) * this.#pages.size);
    return bytes;
  }

  #page(number: number): Buffer {
    const page = this.#read(number);
    if (number > 1 || page[18] !== 2) return page;
    // A database in WAL mode can only be opened with files beside it; here it has none.
    const head = Buffer.from(page);
    head[18] = 1;
    head[19] = 1;
    return head;
  }

  #read(number: number): Buffer {
    try {
      return this.#pages.page(number);
    } catch (error) {
      if (error instanceof UnreadableStore) return Buffer.alloc(this.#pages.size);
      throw error;
    }
  }
}
