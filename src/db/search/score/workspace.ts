import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/kept-list.ts';
import { roomFor } from '../index/units.ts';
import type { Outline } from './outline.ts';

/** What longer queries keep of each document, since the bits of {@link Workspace.seen} do not suffice for their terms. */
export type Many = {
  /** The summed weights of the words that it contains, how many these are, and the last one counted. */
  cover: Float64Array;
  hits: Uint8Array;
  last: Uint8Array;
};

/** What a query writes to while it is scored, with one slot per document or group. All zero between queries. */
export class Workspace {
  score = new Float64Array(0);
  /** A bit for each term of the query that a document contains; of longer queries, 1 if it contains any. */
  seen = new Uint16Array(0);
  mark = new Uint8Array(0);
  /** The documents that may be results, and their number. */
  touched = new Int32Array(0);
  size = 0;
  groupScore = new Float64Array(0);
  /** Occurrences of the current word in each group. */
  groupCount = new Int32Array(0);
  /** The best text score in each group, which bounds the scores of the others, and where it is. */
  groupBest = new Float64Array(0);
  groupBestAt = new Int32Array(0);
  /** Of each unit of documents: the most that one of them can score, and a bit for each term that occurs there or beside it. */
  unitBound = new Float32Array(0);
  unitSeen = new Uint16Array(0);
  /** The impact of the current word in each unit, and whether the unit was scored. */
  unitImpact = new Float32Array(0);
  unitState = new Uint8Array(0);
  /** Bits of documents. */
  bits: readonly Int32Array[] = [new Int32Array(0), new Int32Array(0)];
  /** What is kept beside the postings of common words. */
  readonly outlines = new WeakMap<List, Outline>();
  private kept: Many | undefined;

  fit({ capacity, groupHigh }: DocValues): void {
    if (this.score.length < capacity) {
      this.score = new Float64Array(capacity);
      this.seen = new Uint16Array(capacity);
      this.mark = new Uint8Array(capacity);
      this.kept = undefined;
    }
    if (this.groupScore.length < groupHigh) {
      const size = roomFor(groupHigh);
      this.groupScore = new Float64Array(size);
      this.groupCount = new Int32Array(size);
      this.groupBest = new Float64Array(size);
      this.groupBestAt = new Int32Array(size);
    }
  }

  /** What a query needs that passes over units. */
  fitUnits({ capacity, units }: DocValues): void {
    if (this.unitBound.length < units.high) {
      const size = roomFor(units.high);
      this.unitBound = new Float32Array(size);
      this.unitSeen = new Uint16Array(size);
      this.unitImpact = new Float32Array(size);
      this.unitState = new Uint8Array(size);
    }
    const words = (capacity >> 5) + 1;
    if ((this.bits[0]?.length ?? 0) < words) this.bits = [new Int32Array(words), new Int32Array(words)];
  }

  /** Made for the first longer query. */
  many(): Many {
    const { length } = this.score;
    this.kept ??= {
      cover: new Float64Array(length),
      hits: new Uint8Array(length),
      last: new Uint8Array(length),
    };
    return this.kept;
  }

  /** Makes room for so many documents that may be results. */
  reserve(most: number): void {
    if (most < this.touched.length) return;
    const larger = new Int32Array(Math.min(this.score.length, Math.max(most, this.touched.length * 2)) + 1);
    larger.set(this.touched.subarray(0, this.size));
    this.touched = larger;
  }

  /** Finds the documents that were seen, in memory order. */
  collect(high: number): void {
    const { seen, touched } = this;
    let n = 0;
    // Without a branch, which would be mispredicted for every other document.
    for (let d = 0; d < high; d++) {
      touched[n] = d;
      n += -(seen[d] as number) >>> 31;
    }
    this.size = n;
  }

  /** @param marked other documents that carry a mark. */
  clear(marked: readonly Int32Array[]): void {
    const { score, seen, mark, touched, kept, size } = this;
    const columns = [score, seen, mark, ...(kept ? Object.values(kept) : [])];
    for (const column of columns)
      if (size * 8 > score.length) column.fill(0);
      else for (let i = 0; i < size; i++) column[touched[i] as number] = 0;
    for (const docs of marked) for (const d of docs) mark[d] = 0;
    for (const column of [this.groupScore, this.groupCount, this.groupBest]) column.fill(0);
    this.size = 0;
  }
}
