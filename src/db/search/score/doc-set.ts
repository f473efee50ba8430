import { hasBit, ones, setBit } from '../index/bits.ts';

/** A set of document numbers, a bit for each. */
export class DocSet {
  bits: Int32Array;

  /** @param high above all numbers that are added. */
  constructor(high: number, docs: Iterable<number> = []) {
    this.bits = new Int32Array((high >> 5) + 1);
    for (const doc of docs) this.add(doc);
  }

  /** A set of the documents that have a bit; it takes the bits over. */
  static of(bits: Int32Array): DocSet {
    const set = new DocSet(0);
    set.bits = bits;
    return set;
  }

  get size(): number {
    let sum = 0;
    for (let k = 0; k < this.bits.length; k++) sum += ones(this.bits[k] as number);
    return sum;
  }

  has(doc: number): boolean {
    return hasBit(this.bits, doc);
  }

  add(doc: number): void {
    setBit(this.bits, doc);
  }

  /** Keeps those that are in another set too. */
  keep({ bits }: { readonly bits: Int32Array }): void {
    for (let k = 0; k < this.bits.length; k++) this.bits[k] = (this.bits[k] as number) & (bits[k] ?? 0);
  }

  /** Keeps those for which it is so; they are asked for in ascending order. */
  filter(isSo: (doc: number) => boolean): void {
    const { bits } = this;
    for (let k = 0; k < bits.length; k++) {
      let kept = bits[k] as number;
      for (let left = kept; left !== 0; left &= left - 1) {
        const bit = left & -left;
        if (!isSo((k << 5) + 31 - Math.clz32(bit))) kept &= ~bit;
      }
      bits[k] = kept;
    }
  }

  /** The numbers, ascending. */
  docs(): Int32Array {
    const found = new Int32Array(this.size);
    let n = 0;
    this.filter((doc) => {
      found[n++] = doc;
      return true;
    });
    return found;
  }
}
