/** Sets of document numbers, a bit for each. */

export const hasBit = (bits: Int32Array, doc: number): boolean =>
  (((bits[doc >> 5] ?? 0) >>> (doc & 31)) & 1) === 1;

export function setBit(bits: Int32Array, doc: number): void {
  bits[doc >> 5] = (bits[doc >> 5] as number) | (1 << (doc & 31));
}

export function clearBit(bits: Int32Array, doc: number): void {
  bits[doc >> 5] = (bits[doc >> 5] as number) & ~(1 << (doc & 31));
}

/** How many bits are set. */
export function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
