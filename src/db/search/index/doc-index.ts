import { clearBit, numbersFrom, ones, setBit } from './bits.ts';
import { farOffset, headOf, offsetOf } from './heads.ts';
import { lowerBound } from './lower-bound.ts';
import { lastPlace } from './place-sources.ts';
import { grown, roomFor } from './units.ts';

/** Of a term in one of so many documents, a bit for each document of the lake takes less than the numbers. */
const denseShare = 32;

/**
 * Where the places of each document begin that contains a term. Documents are added in ascending order; of a rare term their
 * numbers are kept, of a common one a bit for each document, and where the places of 32 of them begin.
 */
export class DocIndex {
  size = 0;
  /** Above all numbers. */
  high = 0;
  /** Of each document, in their order. */
  heads = new Int32Array(0);
  private isDense = false;
  private docs = new Int32Array(0);
  private bits = new Int32Array(0);
  /** Where places begin: by document of a rare term, by word of bits of a common one; and how many documents come before. */
  private starts = new Int32Array(0);
  private ranks = new Int32Array(0);
  /** How many words of bits have their start. */
  private filled = 0;
  /** The documents of the 32 that were entered last: a bit for each, how many come before, and where their places begin. */
  here = 0;
  rank = 0;
  private begin = 0;
  private word = -1;
  /** Of a rare term: where the last search ended, since questions mostly come in the order of documents. */
  private last = 0;

  get bytes(): number {
    const { docs, bits, starts, ranks, heads } = this;
    return (docs.length + bits.length + starts.length + ranks.length + heads.length) * 4;
  }

  /** Goes to 32 documents. @returns a bit for each that is here. */
  enter(word: number): number {
    if (word === this.word) return this.here;
    this.word = word;
    this.here = this.isDense ? (this.bits[word] ?? 0) : this.enterSparse(word);
    if (this.here !== 0) {
      this.rank = this.isDense ? (this.ranks[word] as number) : this.last;
      this.begin = this.starts[this.isDense ? word : this.last] as number;
    }
    return this.here;
  }

  /** Of a rare term: the place of the first document from this number on. */
  private from(doc: number): number {
    this.last = lowerBound(this.docs, this.size, doc, this.last);
    return this.last;
  }

  private enterSparse(word: number): number {
    const { docs, size } = this;
    let here = 0;
    for (let i = this.from(word << 5); i < size && (docs[i] as number) >> 5 === word; i++)
      here |= 1 << ((docs[i] as number) & 31);
    return here;
  }

  /** Where the places begin of a document that is {@link here}, after so many others. */
  beginOf(others: number, places: Uint16Array): number {
    const { heads, rank } = this;
    let known = others;
    while (offsetOf(heads[rank + known] as number) === farOffset) known -= 1;
    let at = this.begin + offsetOf(heads[rank + known] as number);
    for (; known < others; at++) if ((places[at] as number) & lastPlace) known += 1;
    return at;
  }

  /** Makes room for so many documents in all, below this number. */
  expect(size: number, high: number): void {
    if (!this.isDense && size * denseShare >= high) this.becomeDense(high);
    if (size > this.heads.length) this.heads = grown(this.heads, new Int32Array(roomFor(size)));
    if (this.isDense) {
      const words = (high >> 5) + 1;
      if (words <= this.bits.length) return;
      this.bits = grown(this.bits, new Int32Array(words));
      this.starts = grown(this.starts, new Int32Array(words));
      this.ranks = grown(this.ranks, new Int32Array(words));
    } else if (size > this.docs.length) {
      this.docs = grown(this.docs, new Int32Array(roomFor(size)));
      this.starts = grown(this.starts, new Int32Array(roomFor(size)));
    }
  }

  private becomeDense(high: number): void {
    const { docs, starts, size } = this;
    const words = (high >> 5) + 1;
    this.isDense = true;
    this.docs = new Int32Array(0);
    this.bits = new Int32Array(words);
    this.starts = new Int32Array(words);
    this.ranks = new Int32Array(words);
    for (let i = 0; i < size; i++) this.setDense(docs[i] as number, starts[i] as number, i);
  }

  private setDense(doc: number, at: number, rank: number): void {
    for (; this.filled <= doc >> 5; this.filled++) {
      this.starts[this.filled] = at;
      this.ranks[this.filled] = rank;
    }
    setBit(this.bits, doc);
  }

  /** Adds a document above all that are here. */
  add(doc: number, at: number, marks: number): void {
    const { size } = this;
    if (this.isDense) this.setDense(doc, at, size);
    else {
      this.docs[size] = doc;
      this.starts[size] = at;
    }
    this.heads[size] = headOf(marks, at - this.beginWith(doc));
    this.size += 1;
    this.high = doc + 1;
    this.word = -1;
  }

  /** Where the places begin of the first of 32 documents, the last of which was added just now. */
  private beginWith(doc: number): number {
    if (this.isDense) return this.starts[doc >> 5] as number;
    let i = this.size;
    while (i > 0 && (this.docs[i - 1] as number) >> 5 === doc >> 5) i -= 1;
    return this.starts[i] as number;
  }

  /** Takes out the documents from this number on, of which there is at least one; `at`: where their places begin. */
  cut(first: number, places: Uint16Array): { numbers: Int32Array; at: number } {
    const numbers = this.isDense
      ? numbersFrom(this.bits, first)
      : this.docs.slice(this.from(first), this.size);
    const least = numbers[0] as number;
    const at = this.beginOf(ones(this.enter(least >> 5) & ((1 << (least & 31)) - 1)), places);
    if (this.isDense) {
      for (const doc of numbers) clearBit(this.bits, doc);
      this.filled = Math.min(this.filled, (first >> 5) + 1);
    }
    this.size -= numbers.length;
    this.high = first;
    this.word = -1;
    return { numbers, at };
  }
}
