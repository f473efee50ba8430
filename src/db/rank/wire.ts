/**
 * How postings and documents are written into the segment tables. All of it can be concatenated: joining two segments
 * is `string_agg`. Little-endian throughout, so that typed arrays read it on every platform Node runs on.
 *
 * postings: parts of { base u32, n u32, n × u16 doc_no − base, n × u8 how often }
 * positions, in the same order of documents: { how many varint, gaps varint… }
 * documents: 24 bytes each, { doc_no i32, group i32, previous i32 or −1, length u16, flags u8, –, at f64 }
 */
export const documentBytes = 24;

/** Occurrences beyond this do not raise a score any more. */
export const mostOccurrences = 255;

class Bytes {
  buffer = Buffer.allocUnsafe(32);
  length = 0;
  reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + count));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 127) {
      this.buffer[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.buffer[this.length++] = rest;
  }
  hex(): string {
    return this.buffer.toString('hex', 0, this.length);
  }
}

/** The postings of one term, gathered document by document in the order of their numbers. */
export class PostingWriter {
  readonly docs: number[] = [];
  private readonly counts: number[] = [];
  private readonly places = new Bytes();

  add(doc: number, positions: readonly number[]): void {
    this.docs.push(doc);
    this.counts.push(Math.min(mostOccurrences, positions.length));
    this.places.varint(positions.length);
    let last = 0;
    for (const position of positions) {
      this.places.varint(position - last);
      last = position;
    }
  }

  positions(): string {
    return this.places.hex();
  }

  postings(): string {
    const out = new Bytes();
    const { docs, counts } = this;
    for (let i = 0; i < docs.length; ) {
      const base = (docs[i] as number) & ~0xffff;
      let end = i;
      while (end < docs.length && ((docs[end] as number) & ~0xffff) === base) end += 1;
      const n = end - i;
      out.reserve(8 + n * 3);
      let at = out.buffer.writeUInt32LE(base, out.length);
      at = out.buffer.writeUInt32LE(n, at);
      for (let k = i; k < end; k++) at = out.buffer.writeUInt16LE((docs[k] as number) - base, at);
      for (let k = i; k < end; k++) at = out.buffer.writeUInt8(counts[k] as number, at);
      out.length = at;
      i = end;
    }
    return out.hex();
  }
}

/** Reads postings into arrays with room for them, from a place on; returns the place after the last. */
export function readPostings(bytes: Buffer, docs: Int32Array, counts: Uint8Array, from: number): number {
  let at = from;
  for (let o = 0; o < bytes.length; ) {
    const base = bytes.readUInt32LE(o);
    const n = bytes.readUInt32LE(o + 4);
    o += 8;
    for (let k = 0, x = o; k < n; k++, x += 2)
      docs[at + k] = base + ((bytes[x] as number) | ((bytes[x + 1] as number) << 8));
    counts.set(bytes.subarray(o + 2 * n, o + 3 * n), at);
    at += n;
    o += 3 * n;
  }
  return at;
}

/** Walks the positions of a term, document by document. */
export class PositionReader {
  private at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  private varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  /** Calls with each of the next document's positions, ascending. */
  read(each: (position: number) => void): void {
    let position = 0;
    for (let n = this.varint(); n > 0; n--) {
      position += this.varint();
      each(position);
    }
  }

  /** Passes over the next document. */
  skip(): void {
    for (let n = this.varint(); n > 0; n--) while ((this.bytes[this.at++] as number) > 127);
  }
}

/** Writes a document's record. */
export function writeDocument(
  bytes: Buffer,
  at: number,
  d: { doc_no: number; group_no: number; previous: number | null; length: number; flags: number; at: number },
): number {
  bytes.writeInt32LE(d.doc_no, at);
  bytes.writeInt32LE(d.group_no, at + 4);
  bytes.writeInt32LE(d.previous ?? -1, at + 8);
  bytes.writeUInt16LE(d.length, at + 12);
  bytes.writeUInt8(d.flags, at + 14);
  bytes.writeUInt8(0, at + 15);
  bytes.writeDoubleLE(d.at, at + 16);
  return at + documentBytes;
}
