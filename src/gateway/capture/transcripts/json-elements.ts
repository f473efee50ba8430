import type { FileHandle } from 'node:fs/promises';
import { chunkFor } from './read-lines.ts';

/** Larger elements are skipped, as they could not be parsed in bounded memory. */
const largestElementBytes = 128_000_000;
const chunkBytes = 1 << 20;

const quote = 34;
const backslash = 92;

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
  const size = await chunkFor(file, 0, chunkBytes);
  for (;;) {
    const chunk = Buffer.allocUnsafe(size);
    const { bytesRead } = await file.read(chunk, 0, size, position);
    if (bytesRead === 0) break;
    const out: Elements = { texts: [], end: position + bytesRead, tooLarge: 0, cutOff: false };
    let from = 0;
    const data = chunk.subarray(0, bytesRead);
    let nextQuote = -1;
    let nextBackslash = -1;
    for (let i = 0; i < bytesRead; i += 1) {
      if (inString) {
        if (escaped) {
          escaped = false;
          continue;
        }
        // Most of a file is in strings, of which only two characters matter.
        if (nextQuote < i) nextQuote = indexFrom(data, quote, i);
        if (nextBackslash < i) nextBackslash = indexFrom(data, backslash, i);
        i = Math.min(nextQuote, nextBackslash);
        if (i < nextQuote) escaped = true;
        else inString = i === bytesRead;
        continue;
      }
      const byte = data[i] ?? 0;
      if (byte === quote) inString = true;
      else if (byte === 91 || byte === 123) {
        level ??= byte === 91 ? 1 : 0;
        if (depth === level && byte === 123) {
          inElement = true;
          from = i;
        }
        depth += 1;
      } else if (byte === 93 || byte === 125) {
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

/** @returns the length when it is not there. */
function indexFrom(bytes: Buffer, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at;
}
