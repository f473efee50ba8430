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
  const { layers, spare, layerBytes, left, memory, from } = weights;
  const room = new Int8Array(memory.buffer, spare.at, layerBytes);
  return (index) => {
    if (!left) return layers[index] as Layer;
    readAt?.(room, from + left.layers + index * layerBytes);
    return spare.layer;
  };
}

/** Layers of another file, each brought into the spare room when it is its turn. */
export function layersIn(weights: Weights, file: Buffer): (index: number) => Layer {
  const { spare, layerBytes, memory } = weights;
  const room = new Uint8Array(memory.buffer, spare.at, layerBytes);
  return (index) => {
    room.set(file.subarray(index * layerBytes, (index + 1) * layerBytes));
    return spare.layer;
  };
}
