import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes pieces with backpressure. Ends a file afterwards; standard output stays open. */
export async function writeAll(
  pieces: AsyncIterable<string | Uint8Array>,
  out: Writable,
  signal: AbortSignal,
): Promise<void> {
  if (out !== process.stdout) return pipeline(pieces, out, { signal });
  for await (const piece of pieces) {
    signal.throwIfAborted();
    if (!out.write(piece)) await once(out, 'drain', { signal });
  }
}
