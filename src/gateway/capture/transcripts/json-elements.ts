import type { FileHandle } from 'node:fs/promises';

/** Larger elements are skipped, as they could not be parsed in bounded memory. */
const largestElementBytes = 128_000_000;
const chunkBytes = 1 << 20;

const quote = 34;
const backslash = 92;
const openers = new Set([91, 123]); // [ {
const closers = new Set([93, 125]); // ] }

/** The objects found in one chunk of a file, as text. */
export type Elements = { texts: string[]; end: number; tooLarge: number; cutOff: boolean };

/**
 * Reads the objects of a JSON array, or objects in sequence, without parsing the whole file: memory is bounded by the
 * largest object.
 */
export async function* readElements(file: FileHandle): AsyncGenerator<Elements> {
  let depth = 0;
  /** Nesting depth of the elements: 1 within an array, 0 otherwise. */
  let level: number | undefined;
  let inString = false;
  let escaped = false;
  let held: Buffer[] = [];
  let heldBytes = 0;
  let inElement = false;
  let position = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, position);
    if (bytesRead === 0) break;
    const out: Elements = { texts: [], end: position + bytesRead, tooLarge: 0, cutOff: false };
    let from = 0;
    for (let i = 0; i < bytesRead; i += 1) {
      const byte = chunk[i] ?? 0;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inString = false;
      } else if (byte === quote) inString = true;
      else if (openers.has(byte)) {
        level ??= byte === 91 ? 1 : 0;
        if (depth === level && byte === 123) {
          inElement = true;
          from = i;
        }
        depth += 1;
      } else if (closers.has(byte)) {
        depth -= 1;
        if (inElement && depth === level) {
          const piece = chunk.subarray(from, i + 1);
          if (heldBytes + piece.length > largestElementBytes) out.tooLarge += 1;
          else out.texts.push((held.length > 0 ? Buffer.concat([...held, piece]) : piece).toString('utf8'));
          inElement = false;
          held = [];
          heldBytes = 0;
        }
      }
    }
    if (inElement) {
      const rest = chunk.subarray(from, bytesRead);
      heldBytes += rest.length;
      if (heldBytes > largestElementBytes) held = [];
      else held.push(rest);
    }
    position += bytesRead;
    yield out;
  }
  if (inElement || inString) yield { texts: [], end: position, tooLarge: 0, cutOff: true };
}
