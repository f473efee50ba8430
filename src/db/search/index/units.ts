/** Documents of a unit, at most: the fewer, the closer are the bounds of their scores, and the more bounds there are. */
export const mostTogether = 8;

/** Numbers of a unit's documents that follow each other are no farther apart, so that 16 bits hold how far. */
const furthest = 32_767;

/** Units of a block are so many, as a power of two. */
const blockBits = 6;

/** The length of an array that shall soon hold more than so many. */
export const roomFor = (count: number): number => count + Math.max(256, count >> 4);

type Column = Int32Array | Int16Array | Uint16Array | Uint8Array | Float64Array | Float32Array;

/**
 * Units of a few documents of one group, in the order of their arrival. Ranking bounds the scores of a unit's documents and
 * passes over units that cannot reach the page. Numbers begin at 1; 0 is the unit of documents that are not known.
 */
export class Units {
  /** The unit of each document, and how far back the document before it in the same unit is; 0 if it is the first. */
  of = new Int32Array(0);
  private gap = new Int16Array(0);
  /** Of each unit: its last document, its group, and when the links of its documents changed last. */
  last = new Int32Array(64).fill(-1);
  group = new Int32Array(64);
  private changed = new Int32Array(64);
  /** The last change in each block of units, so that few are looked at for what has changed since a version. */
  private changedBlocks = new Int32Array(1);
  private size = new Uint8Array(64);
  /** The unit of each group that takes more documents. */
  private open = new Int32Array(0);
  /** The highest number in use, plus one. */
  high = 1;

  reserve(documents: number, groups: number): void {
    if (documents > this.of.length) {
      this.of = grown(this.of, new Int32Array(documents));
      this.gap = grown(this.gap, new Int16Array(documents));
    }
    if (groups > this.open.length) this.open = grown(this.open, new Int32Array(roomFor(groups)));
  }

  add(doc: number, group: number): void {
    let unit = this.open[group] as number;
    const before = this.last[unit] as number;
    const isFull = unit === 0 || this.size[unit] === mostTogether || Math.abs(doc - before) > furthest;
    if (isFull) unit = this.begin(group);
    else this.gap[doc] = doc - before;
    this.of[doc] = unit;
    this.last[unit] = doc;
    this.size[unit] = (this.size[unit] as number) + 1;
  }

  /** The document before this one in the same unit; −1 for none. */
  before(doc: number): number {
    const gap = this.gap[doc] as number;
    return gap === 0 ? -1 : doc - gap;
  }

  /** Notes a change around a document; −1 is none. */
  note(doc: number, version: number): void {
    if (doc < 0) return;
    const unit = this.of[doc] as number;
    this.changed[unit] = version;
    this.changedBlocks[unit >> blockBits] = version;
  }

  /** Gives every unit that has changed after a version. */
  changedAfter(version: number, found: (unit: number) => void): void {
    const { changed, changedBlocks, high } = this;
    for (let block = 0; block << blockBits < high; block++) {
      if ((changedBlocks[block] as number) <= version) continue;
      const end = Math.min(high, (block + 1) << blockBits);
      for (let unit = block << blockBits; unit < end; unit++)
        if ((changed[unit] as number) > version) found(unit);
    }
  }

  private begin(group: number): number {
    const unit = this.high++;
    if (unit === this.last.length) {
      const most = roomFor(unit + 1);
      this.last = grown(this.last, new Int32Array(most).fill(-1));
      this.group = grown(this.group, new Int32Array(most));
      this.changed = grown(this.changed, new Int32Array(most));
      this.changedBlocks = grown(this.changedBlocks, new Int32Array((most >> blockBits) + 1));
      this.size = grown(this.size, new Uint8Array(most));
    }
    this.group[unit] = group;
    this.open[group] = unit;
    return unit;
  }
}

/** The longer array, with the contents of the other one in front. */
export function grown<A extends Column>(from: A, to: A): A {
  to.set(from);
  return to;
}
