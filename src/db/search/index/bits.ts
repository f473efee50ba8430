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

/** The numbers in a set from this one on, ascending. */
export function numbersFrom(bits: Int32Array, first: number): Int32Array {
  const most = bits.subarray(first >> 5).reduce((sum, some) => sum + ones(some), 0);
  const found = new Int32Array(most);
  let n = 0;
  for (let word = first >> 5; word < bits.length; word++)
    for (let left = bits[word] as number; left !== 0; left &= left - 1) {
      const doc = (word << 5) + 31 - Math.clz32(left & -left);
      if (doc >= first) found[n++] = doc;
    }
  return found.subarray(0, n);
}
