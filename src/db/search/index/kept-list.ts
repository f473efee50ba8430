import { numbersFrom } from './bits.ts';

/** The documents that contain a term, with its frequency in each. */
export type List = {
  readonly docs: Int32Array;
  readonly counts: Uint8Array;
  readonly size: number;
  /** Absent where the list is made for one query. */
  readonly kept?: Kept;
};

/** Of a list that is kept between queries. */
type Kept = {
  /** The bytes of what is kept beside it. */
  beside: number;
  /** Forgets the numbers of its documents where they are many: from now on these bits say them, in ascending order. */
  leaveTo(bits: Int32Array): void;
};

/**
 * From so many documents on, their numbers are left to bits; of fewer, writing them down for each new segment costs more than
 * it saves.
 */
const fewest = 1_000_000;

/** Postings that are kept between queries. */
export class KeptList implements List {
  size = 0;
  counts: Uint8Array = new Uint8Array(0);
  readonly kept: Kept;
  private numbers: Int32Array | undefined = new Int32Array(0);
  private bits: Int32Array | undefined;

  constructor(leaveFrom = fewest) {
    this.kept = {
      beside: 0,
      leaveTo: (bits) => {
        if (this.size < leaveFrom) return;
        this.numbers = undefined;
        this.bits = bits;
      },
    };
  }

  /** Where bits say them, they are written down until they are left to these again. */
  get docs(): Int32Array {
    this.numbers ??= numbersFrom(this.bits ?? new Int32Array(0), 0);
    return this.numbers;
  }

  get bytes(): number {
    return (this.numbers?.length ?? 0) * 4 + this.counts.length + this.kept.beside;
  }

  take({ docs, counts, size }: Omit<List, 'kept'>): void {
    this.numbers = docs;
    this.bits = undefined;
    this.counts = counts;
    this.size = size;
  }
}
