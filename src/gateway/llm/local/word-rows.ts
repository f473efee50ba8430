import type { Weights } from './weights.ts';

/** Reads bytes of the model's file, from a place on. */
export type ReadAt = (target: Int8Array, at: number) => void;

/**
 * The row of a token, from the memory or, where it was left there, from the file. It is overwritten by the next one.
 *
 * @param readAt is there if the rows are in the file.
 */
export function wordRows(weights: Weights, readAt: ReadAt | undefined): (token: number) => Int8Array {
  const { words, width, memory, from } = weights;
  const bytes = words.inFile ? new Int8Array(width) : new Int8Array(memory.buffer);
  return (token) => {
    const at = words.rows + token * width;
    if (!words.inFile) return bytes.subarray(at, at + width);
    readAt?.(bytes, from + at);
    return bytes;
  };
}
