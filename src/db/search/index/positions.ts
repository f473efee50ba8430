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

  append(values: Int32Array = new Int32Array(0)): void {
    this.reserve(values.length);
    this.values.set(values, this.size);
    this.size += values.length;
  }

  has(value: number): boolean {
    for (let i = 0; i < this.size; i++) if (this.values[i] === value) return true;
    return false;
  }
}

/** Sorts after every document number. */
export const end = 0x7fffffff;

/** Documents in ascending order, and the encoded positions of a term in each. */
export type Run = { docs: Int32Array; pos: Buffer };

/**
 * The positions of a term, by runs of ascending documents. There are several where merged segments were not one after the
 * other, as when newer documents were stored before older ones.
 */
export function runsOf({ docs, pos }: Run): Run[] {
  const runs: Run[] = [];
  let from = 0;
  let bytes = pos;
  for (let i = 1; i <= docs.length; i++) {
    if (i < docs.length && (docs[i] as number) > (docs[i - 1] as number)) continue;
    const run = { docs: docs.subarray(from, i), pos: bytes };
    runs.push(run);
    if (i < docs.length) bytes = new PositionCursor(run).rest();
    from = i;
  }
  return runs;
}

/** Iterates over a term's documents in ascending order, with positions. Its loops keep to local variables. */
export class PositionCursor {
  /** The current document; {@link end} after the last. */
  doc = end;
  private readonly docs: Int32Array;
  private readonly bytes: Buffer;
  private i = 0;
  private at = 0;

  constructor({ docs, pos }: Run) {
    this.docs = docs;
    this.bytes = pos;
    this.doc = docs[0] ?? end;
  }

  /** The bytes after those of its documents. */
  rest(): Buffer {
    this.seek(end);
    return this.bytes.subarray(this.at);
  }

  /** Advances to a document, or past it if it lacks the term; returns whether it contains the term. */
  seek(doc: number): boolean {
    const { docs, bytes } = this;
    let { i, at } = this;
    for (; i < docs.length && (docs[i] as number) < doc; i++) at = after(bytes, at);
    return this.stand(i, at) === doc;
  }

  /** Appends the positions in the current document, ascending, and advances to the next. */
  read(into: Numbers): void {
    const { bytes } = this;
    let { at } = this;
    let left = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number;
      left |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    into.reserve(left);
    let position = 0;
    for (; left > 0; left--) {
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++] as number;
        position += (byte & 127) << shift;
        if (byte < 128) break;
      }
      into.values[into.size++] = position;
    }
    this.stand(this.i + 1, at);
  }

  private stand(i: number, at: number): number {
    this.i = i;
    this.at = at;
    this.doc = i < this.docs.length ? (this.docs[i] as number) : end;
    return this.doc;
  }
}

/** Where the positions of the next document begin. */
function after(bytes: Buffer, from: number): number {
  let at = from;
  let left = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] as number;
    left |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  for (; left > 0; left--) while ((bytes[at++] as number) > 127);
  return at;
}
