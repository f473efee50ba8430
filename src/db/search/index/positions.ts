import { readPostings } from './codec.ts';

/** A list of numbers that can be cleared and refilled without freeing its memory. */
export class Numbers {
  values = new Int32Array(64);
  size = 0;

  reserve(more: number): void {
    if (this.size + more <= this.values.length) return;
    const larger = new Int32Array(Math.max(this.values.length * 2, this.size + more));
    larger.set(this.values);
    this.values = larger;
  }

  has(value: number): boolean {
    for (let i = 0; i < this.size; i++) if (this.values[i] === value) return true;
    return false;
  }
}

/** Sorts after every document number. */
export const end = 0x7fffffff;

/**
 * The cursors over a term's documents. There are several where merged segments were not one after the other, as when
 * newer documents were stored before older ones: each goes over a run of ascending documents.
 */
export function cursorsOf({ df, post, pos }: { df: number; post: Buffer; pos: Buffer }): PositionCursor[] {
  const docs = new Int32Array(df);
  readPostings(post, docs, new Uint8Array(df), 0);
  const cursors: PositionCursor[] = [];
  let from = 0;
  let bytes = pos;
  for (let i = 1; i <= df; i++) {
    if (i < df && (docs[i] as number) > (docs[i - 1] as number)) continue;
    const cursor = new PositionCursor(docs.subarray(from, i), bytes);
    cursors.push(cursor);
    if (i < df) bytes = new PositionCursor(docs.subarray(from, i), bytes).rest();
    from = i;
  }
  return cursors;
}

/** Iterates over a term's documents in ascending order, with positions. */
export class PositionCursor {
  /** The current document; {@link end} after the last. */
  doc = end;
  private readonly docs: Int32Array;
  private readonly bytes: Buffer;
  private i = 0;
  private at = 0;

  constructor(docs: Int32Array, positions: Buffer) {
    this.docs = docs;
    this.bytes = positions;
    this.doc = docs[0] ?? end;
  }

  /** The bytes after those of its documents. */
  rest(): Buffer {
    while (this.doc !== end) this.skip();
    return this.bytes.subarray(this.at);
  }

  /** Advances to a document, or past it if it lacks the term; returns whether it contains the term. */
  seek(doc: number): boolean {
    while (this.doc < doc) this.skip();
    return this.doc === doc;
  }

  /** Appends the positions in the current document, ascending, and advances to the next. */
  read(into: Numbers): void {
    let position = 0;
    const n = this.varint();
    into.reserve(n);
    for (let i = 0; i < n; i++) {
      position += this.varint();
      into.values[into.size++] = position;
    }
    this.next();
  }

  /** Advances to the next document. */
  skip(): void {
    const { bytes } = this;
    let { at } = this;
    let n = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number;
      n |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    for (; n > 0; n--) while ((bytes[at++] as number) > 127);
    this.at = at;
    this.next();
  }

  private next(): void {
    this.i += 1;
    this.doc = this.i < this.docs.length ? (this.docs[this.i] as number) : end;
  }

  private varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
}
