import type { List } from '../index/postings.ts';

/** Arrays that a query writes to while it is scored, with one slot per document. All zero between queries. */
export class Workspace {
  score = new Float64Array(0);
  /** Coverage: the summed weights of the words that a document contains. */
  cover = new Float64Array(0);
  /** How many words of the query a document contains. */
  hits = new Uint8Array(0);
  mark = new Uint8Array(0);
  /** The documents that may be results, and their number. */
  touched = new Int32Array(0);
  size = 0;

  fit(capacity: number): void {
    if (this.score.length >= capacity) return;
    this.score = new Float64Array(capacity);
    this.cover = new Float64Array(capacity);
    this.hits = new Uint8Array(capacity);
    this.mark = new Uint8Array(capacity);
    this.touched = new Int32Array(capacity);
  }

  /** Many documents are processed faster in memory order. */
  sort(high: number): void {
    if (this.size * 8 <= high) return;
    let n = 0;
    for (let d = 0; d < high; d++) if ((this.mark[d] as number) & 1) this.touched[n++] = d;
    this.size = n;
  }

  /** @param marked other documents that carry a mark. */
  clear(marked: readonly List[]): void {
    const { score, cover, hits, mark, touched } = this;
    if (this.size * 4 > score.length) for (const column of [score, cover, hits, mark]) column.fill(0);
    else {
      for (let i = 0; i < this.size; i++) {
        const d = touched[i] as number;
        score[d] = 0;
        cover[d] = 0;
        hits[d] = 0;
        mark[d] = 0;
      }
      for (const { docs, size } of marked) for (let i = 0; i < size; i++) mark[docs[i] as number] = 0;
    }
    this.size = 0;
  }
}
