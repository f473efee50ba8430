import { ones, setBit } from '../index/bits.ts';
import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/kept-list.ts';
import { putInOrder } from '../index/order.ts';
import { grown, roomFor } from '../index/units.ts';

/**
 * A bit for each document that has a common term, with which its posting is found without a search, and how often the term
 * occurs in each group. It puts the postings in the order of documents.
 */
export class Members {
  bits = new Int32Array(0);
  /** How many documents precede those of 32 bits. */
  private ranks = new Int32Array(0);
  /** The number of occurrences in each group. */
  private groupSums = new Int32Array(0);
  private size = 0;

  get bytes(): number {
    return this.bits.length * 8 + this.groupSums.length * 4;
  }

  /** The place of a document's posting; −1 if it has none. */
  indexOf(doc: number): number {
    const word = doc >> 5;
    const bits = this.bits[word] ?? 0;
    const bit = 1 << (doc & 31);
    return bits & bit ? (this.ranks[word] as number) + ones(bits & (bit - 1)) : -1;
  }

  /** Adds the term's occurrences in each group. */
  addTo(groupCount: Int32Array): void {
    const { groupSums } = this;
    const most = Math.min(groupCount.length, groupSums.length);
    for (let g = 0; g < most; g++) groupCount[g] = (groupCount[g] as number) + (groupSums[g] as number);
  }

  /** Gives each posting, in the order of documents: its place and its document. */
  protected each(give: (i: number, doc: number) => void): void {
    const { bits } = this;
    let i = 0;
    for (let word = 0; word < bits.length; word++)
      for (let left = bits[word] as number; left !== 0; left &= left - 1)
        give(i++, (word << 5) + 31 - Math.clz32(left & -left));
  }

  /** Takes note of documents and postings that were added. @returns the documents of these postings. */
  note(list: List, documents: DocValues): Int32Array {
    if (this.groupSums.length < documents.groupHigh)
      this.groupSums = grown(this.groupSums, new Int32Array(roomFor(documents.groupHigh)));
    if (this.size === list.size) return new Int32Array(0);
    const added = list.docs.slice(this.size, list.size);
    this.count(list, documents);
    this.index(list, added, documents);
    return added;
  }

  /** Adds the occurrences of new postings to their groups. */
  private count({ docs, counts, size }: List, { units }: DocValues): void {
    const { groupSums } = this;
    for (let i = this.size; i < size; i++) {
      const g = units.group[units.of[docs[i] as number] as number] as number;
      groupSums[g] = (groupSums[g] as number) + (counts[i] as number);
    }
  }

  /** Sets the bits of postings; they have to be in the order of documents. */
  private index(list: List, added: Int32Array, { capacity }: DocValues): void {
    const known = this.bits.length;
    if (known << 5 < capacity) {
      const words = (capacity >> 5) + 1;
      this.bits = grown(this.bits, new Int32Array(words));
      this.ranks = grown(this.ranks, new Int32Array(words));
    }
    const { bits } = this;
    let least = added[0] as number;
    for (let i = 0; i < added.length; i++) {
      const d = added[i] as number;
      if (d < least) least = d;
      setBit(bits, d);
    }
    putInOrder(list, this.size);
    this.size = list.size;
    const from = Math.min(least >> 5, known);
    let rank = from === 0 ? 0 : (this.ranks[from - 1] as number) + ones(this.bits[from - 1] as number);
    for (let word = from; word < this.bits.length; word++) {
      this.ranks[word] = rank;
      rank += ones(this.bits[word] as number);
    }
  }
}
