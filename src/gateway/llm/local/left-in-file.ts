import type { Layer } from './layout.ts';
import type { Weights } from './weights.ts';

/** Reads bytes of the model's file, from a place on. */
export type ReadAt = (target: Int8Array, at: number) => void;

/**
 * The row of a token, from the memory or, where it was left there, from the file. It is overwritten by the next one.
 *
 * @param readAt is there if the rows are in the file.
 */
export function wordRows(weights: Weights, readAt: ReadAt | undefined): (token: number) => Int8Array {
  const { words, left, width, memory, from } = weights;
  const bytes = left ? new Int8Array(width) : new Int8Array(memory.buffer);
  return (token) => {
    if (!left) return bytes.subarray(words.rows + token * width, words.rows + (token + 1) * width);
    readAt?.(bytes, from + left.words + token * width);
    return bytes;
  };
}

/** A layer in the memory, where it overwrites the one before it if they were left in the file. */
export function layersOf(weights: Weights, readAt: ReadAt | undefined): (index: number) => Layer {
  const { layers, left, memory, from } = weights;
  const room = left && new Int8Array(memory.buffer, left.at, left.layerBytes);
  return (index) => {
    if (left && room) readAt?.(room, from + left.layers + index * left.layerBytes);
    return layers[left ? 0 : index] as Layer;
  };
}
