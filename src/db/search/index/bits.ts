/** Sets of document numbers, a bit for each. */

export const hasBit = (bits: Int32Array, doc: number): boolean =>
  (((bits[doc >> 5] ?? 0) >>> (doc & 31)) & 1) === 1;

export function setBit(bits: Int32Array, doc: number): void {
  bits[doc >> 5] = (bits[doc >> 5] as number) | (1 << (doc & 31));
}

export function clearBit(bits: Int32Array, doc: number): void {
  bits[doc >> 5] = (bits[doc >> 5] as number) & ~(1 << (doc & 31));
}
