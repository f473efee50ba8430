import type { FurtherLayers } from './encoder.ts';

/**
 * What reads sentences for events, or decisions: so many first layers of all-MiniLM-L6-v2, then those that `scripts/events` or
 * `scripts/likeness` fitted.
 */
export type FittedLayers = { first: number; further: FurtherLayers };

const magic = 'DWYL';
const headBytes = 16;

/** @throws Error if the file is something else. */
export function fittedLayersIn(file: Buffer, dimensions: number): FittedLayers {
  if (file.length < headBytes || file.toString('latin1', 0, 4) !== magic)
    throw new Error('The file holds no layers that were fitted.');
  const [first, count, width] = [4, 8, 12].map((at) => file.readUInt32LE(at)) as [number, number, number];
  if (width !== dimensions) throw new Error('The layers were fitted to another local model.');
  return { first, further: { count, bytes: file.subarray(headBytes) } };
}
