/**
 * The encoding of postings and documents in the segment tables. Everything can be concatenated: segments are merged by
 * `string_agg`. Little-endian throughout, so that typed arrays can read it on every platform of Node.
 *
 * postings: parts of { base u32, n u32, n × u16 doc_no − base, n × u8 frequency } positions, in the same order of
 * documents: { count varint, gaps varint… } documents: 24 bytes each, { doc_no i32, group i32, previous i32 or −1,
 * length u16, flags u8, –, at f64 }
 */
export const documentBytes = 24;

/** Further occurrences do not raise a score. */
export const mostOccurrences = 255;

/** Decodes postings into large enough arrays, starting at an index; returns the index after the last. */
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

/** The documents of an encoded term. */
export function docsOf({ df, post }: { df: number; post: Buffer }): Int32Array {
  const docs = new Int32Array(df);
  readPostings(post, docs, new Uint8Array(df), 0);
  return docs;
}

/** Writes a document's record. */
export function writeDocument(
  bytes: Buffer,
  at: number,
  d: { docNo: number; groupNo: number; previous: number | null; length: number; flags: number; at: number },
): number {
  bytes.writeInt32LE(d.docNo, at);
  bytes.writeInt32LE(d.groupNo, at + 4);
  bytes.writeInt32LE(d.previous ?? -1, at + 8);
  bytes.writeUInt16LE(d.length, at + 12);
  bytes.writeUInt8(d.flags, at + 14);
  bytes.writeUInt8(0, at + 15);
  bytes.writeDoubleLE(d.at, at + 16);
  return at + documentBytes;
}
