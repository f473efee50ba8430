import { setImmediate as breath } from 'node:timers/promises';
import { Decompress } from 'fzstd';

/** Compressors use windows of up to 8 MB unless told otherwise; one is kept in memory, and moved with each block. */
const largestWindow = 8_388_608;
const mostBlocks = 8192;
const magic = 0xfd2fb528;

/** What was packed is larger than allowed. */
export class TooLarge extends Error {}

/**
 * Unpacks one frame of Zstandard (RFC 8878); Node 20 cannot.
 *
 * @throws TooLarge when it unpacks to more than that; another error when the data is damaged or is not one frame with a usual
 * window.
 */
export function unpackZstd(data: Uint8Array, mostBytes: number): Buffer {
  checkFrame(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const stream = new Decompress((chunk) => {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new TooLarge();
    chunks.push(chunk);
  });
  stream.push(data, true);
  return Buffer.concat(chunks, bytes);
}

/** What they unpack to is held in memory. */
const bytesAtOnce = 1 << 13;

/**
 * Unpacks one frame of any size part by part, and lets the event loop run in between.
 *
 * @throws as {@link unpackZstd}.
 */
export async function* unpackParts(data: Buffer, mostBytes: number): AsyncGenerator<Buffer> {
  checkFrame(data);
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const stream = new Decompress((part) => {
    bytes += part.length;
    if (bytes > mostBytes) throw new TooLarge();
    parts.push(part);
  });
  for (let at = 0; at < data.length; at += bytesAtOnce) {
    const end = at + bytesAtOnce;
    stream.push(data.subarray(at, end), end >= data.length);
    if (parts.length > 0) yield Buffer.concat(parts);
    parts = [];
    await breath();
  }
}

export const isZstd = (head: Buffer): boolean => head.length >= 4 && head.readUInt32LE(0) === magic;

/** The library takes the window of each frame for granted, and so many blocks without content that they take hours. */
function checkFrame(data: Buffer): void {
  if (!isZstd(data)) throw new RangeError('not Zstandard');
  const flags = data.readUInt8(4);
  const isSingle = (flags & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const afterWindow = isSingle ? 5 : 6;
  if (isSingle) {
    const size = data.readUIntLE(afterWindow + dictionaryBytes, Math.min(sizeBytes, 6));
    if (size > largestWindow) throw new RangeError('a window that is too large');
  } else {
    const window = data.readUInt8(5);
    if (2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8) > largestWindow)
      throw new RangeError('a window that is too large');
  }
  let at = afterWindow + dictionaryBytes + sizeBytes;
  for (let blocks = 1; ; blocks += 1) {
    if (blocks > mostBlocks) throw new RangeError('too many blocks');
    const block = data.readUIntLE(at, 3);
    const isRepeated = ((block >> 1) & 3) === 1;
    at += 3 + (isRepeated ? 1 : block >> 3);
    if (block & 1) break;
  }
  if (at + (flags & 4 ? 4 : 0) !== data.length) throw new RangeError('more than one frame');
}
