const headerBytes = 32;
const frameHeaderBytes = 24;

/** Pages by number as a log has committed them, and how many pages the database has since. */
export type CommittedPages = { size: number; count: number; changed: Map<number, Buffer> };

/**
 * The committed part of a write-ahead log. Agents keep a store open for days, and what they wrote lately is only in the log.
 * See "WAL-mode file format" in the documentation of SQLite.
 */
export function committed(log: Buffer): CommittedPages | undefined {
  if (log.length < headerBytes + frameHeaderBytes) return undefined;
  const magic = log.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return undefined;
  const isBig = magic === 0x377f0683;
  const size = log.readUInt32BE(8);
  if (size < 512 || size > 65_536) return undefined;
  const salt = log.subarray(16, 24);
  let sum = checksum(log.subarray(0, 24), isBig, [0, 0]);
  if (sum[0] !== log.readUInt32BE(24) || sum[1] !== log.readUInt32BE(28)) return undefined;
  const changed = new Map<number, Buffer>();
  let waiting: [number, Buffer][] = [];
  let count: number | undefined;
  for (let at = headerBytes; at + frameHeaderBytes + size <= log.length; at += frameHeaderBytes + size) {
    const frame = log.subarray(at, at + frameHeaderBytes);
    const page = log.subarray(at + frameHeaderBytes, at + frameHeaderBytes + size);
    // Frames of an earlier round, or one that is being written, end the log.
    if (!frame.subarray(8, 16).equals(salt)) break;
    sum = checksum(page, isBig, checksum(frame.subarray(0, 8), isBig, sum));
    if (sum[0] !== frame.readUInt32BE(16) || sum[1] !== frame.readUInt32BE(20)) break;
    waiting.push([frame.readUInt32BE(0), page]);
    const pagesAfter = frame.readUInt32BE(4);
    if (pagesAfter === 0) continue;
    // The last frame of a transaction states the size of the database after it.
    for (const [number, content] of waiting) changed.set(number, content);
    waiting = [];
    count = pagesAfter;
  }
  return count === undefined ? undefined : { size, count, changed };
}

function checksum(bytes: Buffer, isBig: boolean, [first, second]: [number, number]): [number, number] {
  let a = first;
  let b = second;
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const x = isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
    const y = isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
    a = (a + x + b) >>> 0;
    b = (b + y + a) >>> 0;
  }
  return [a, b];
}
