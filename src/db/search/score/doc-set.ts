/** A set of document numbers, in the order in which they were added: a bit each, and a list. */
export class DocSet {
  size = 0;
  private readonly bits: Int32Array;
  private list = new Int32Array(64);

  /** @param high above all numbers that are added. */
  constructor(high: number, docs: Iterable<number> = []) {
    this.bits = new Int32Array((high >> 5) + 1);
    for (const doc of docs) this.add(doc);
  }

  has(doc: number): boolean {
    return (((this.bits[doc >> 5] ?? 0) >>> (doc & 31)) & 1) === 1;
  }

  add(doc: number): void {
    if (this.has(doc)) return;
    this.bits[doc >> 5] = (this.bits[doc >> 5] as number) | (1 << (doc & 31));
    if (this.size === this.list.length) {
      const larger = new Int32Array(this.size * 2);
      larger.set(this.list);
      this.list = larger;
    }
    this.list[this.size++] = doc;
  }

  docs(): Int32Array {
    return this.list.subarray(0, this.size);
  }
}
