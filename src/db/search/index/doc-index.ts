import { clearBit, ones, setBit } from './bits.ts';
import { lowerBound } from './lower-bound.ts';
import { grown, roomFor } from './units.ts';

/** Of a term in one of so many documents, a bit for each document of the lake takes less than the numbers. */
const denseShare = 32;
/** The last place of a document carries this bit. */
const lastShift = 15;

/**
 * Where the places of each document begin that contains a term. Documents are added in ascending order; of a rare term their
 * numbers are kept, of a common one a bit for each document, and where the places of 32 of them begin.
 */
export class DocIndex {
  size = 0;
  /** Above all numbers. */
  high = 0;
  private isDense = false;
  private docs = new Int32Array(0);
  private bits = new Int32Array(0);
  /** By document of a rare term; by word of bits of a common one, up to the word after the last. */
  private starts = new Int32Array(1);
  /** How many words of bits have their start. */
  private filled = 0;
  /** The documents of the 32 that were entered last. */
  here = 0;
  private word = -1;
  /** Where the places of each of those begin, by the number of those before it. */
  private readonly begins = new Int32Array(33);
  private isKnown = false;
  /** Of a rare term: where the last search ended, since questions mostly come in the order of documents. */
  private last = 0;

  get bytes(): number {
    return (this.docs.length + this.bits.length + this.starts.length) * 4;
  }

  /** Goes to 32 documents. @returns a bit for each that is here. */
  enter(word: number): number {
    if (word === this.word) return this.here;
    this.word = word;
    this.isKnown = !this.isDense;
    this.here = this.isDense ? (this.bits[word] ?? 0) : this.enterSparse(word);
    return this.here;
  }

  /** Of a rare term: the place of the first document from this number on. */
  private from(doc: number): number {
    this.last = lowerBound(this.docs, this.size, doc, this.last);
    return this.last;
  }

  private enterSparse(word: number): number {
    const { docs, starts, begins, size } = this;
    let here = 0;
    let k = 0;
    for (let i = this.from(word << 5); i < size && (docs[i] as number) >> 5 === word; i++) {
      here |= 1 << ((docs[i] as number) & 31);
      begins[k++] = starts[i] as number;
    }
    return here;
  }

  /** Where the places begin of the documents that are {@link here}, in their order. */
  beginsHere(places: Uint16Array): Int32Array {
    const { starts, begins, here, word } = this;
    if (this.isKnown || here === 0) return begins;
    this.isKnown = true;
    const begin = starts[word] as number;
    const end = starts[word + 1] as number;
    const count = ones(here);
    if (end - begin === count) for (let k = 0; k < count; k++) begins[k] = begin + k;
    // Backwards, what is written last for a document is where its places begin.
    else
      for (let at = end - 1, k = count; at >= begin; at--) {
        k -= (places[at] as number) >>> lastShift;
        begins[k] = at;
      }
    return begins;
  }

  /** Makes room for so many documents in all, below this number. */
  expect(size: number, high: number): void {
    if (!this.isDense && size * denseShare >= high) this.becomeDense(high);
    if (this.isDense) {
      const words = (high >> 5) + 1;
      if (words <= this.bits.length) return;
      this.bits = grown(this.bits, new Int32Array(words));
      this.starts = grown(this.starts, new Int32Array(words + 1));
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
    this.starts = new Int32Array(words + 1);
    this.size = 0;
    for (let i = 0; i < size; i++) this.add(docs[i] as number, starts[i] as number);
  }

  /** Adds a document above all that are here. */
  add(doc: number, at: number): void {
    if (this.isDense) {
      const word = doc >> 5;
      while (this.filled <= word) this.starts[this.filled++] = at;
      setBit(this.bits, doc);
    } else {
      this.docs[this.size] = doc;
      this.starts[this.size] = at;
    }
    this.size += 1;
    this.high = doc + 1;
  }

  /** All were added; their places end here. */
  close(at: number): void {
    if (this.isDense) this.starts[this.filled] = at;
    this.word = -1;
  }

  /** Takes out the documents from this number on, of which there is at least one; `at`: where their places begin. */
  cut(first: number, places: Uint16Array): { numbers: Int32Array; at: number } {
    const numbers = this.isDense ? this.numbersFrom(first) : this.docs.slice(this.from(first), this.size);
    const least = numbers[0] as number;
    const rank = ones(this.enter(least >> 5) & ((1 << (least & 31)) - 1));
    const at = this.beginsHere(places)[rank] as number;
    if (this.isDense) {
      for (const doc of numbers) clearBit(this.bits, doc);
      this.filled = Math.min(this.filled, (first >> 5) + 1);
    }
    this.size -= numbers.length;
    this.high = first;
    this.word = -1;
    return { numbers, at };
  }

  private numbersFrom(first: number): Int32Array {
    const { bits } = this;
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
}
