/** Documents of a unit, at most: the fewer, the closer are the bounds of their scores, and the more bounds there are. */
export const mostTogether = 8;

type Column = Int32Array | Uint8Array;

/**
 * Units of a few documents of one group, in the order of their arrival. Ranking bounds the scores of a unit's documents and
 * passes over units that cannot reach the page. Numbers begin at 1; 0 is the unit of documents that are not known.
 */
export class Units {
  /** The unit of each document, and the document before it in the same unit; −1 for none. */
  of = new Int32Array(0);
  earlier = new Int32Array(0);
  /** Of each unit: its last document, its group, and when the links of its documents changed last. */
  last = new Int32Array(64).fill(-1);
  group = new Int32Array(64);
  changed = new Int32Array(64);
  private size = new Uint8Array(64);
  /** The unit of each group that takes more documents. */
  private open = new Int32Array(0);
  /** The highest number in use, plus one. */
  high = 1;

  reserve(documents: number, groups: number): void {
    if (documents > this.of.length) {
      this.of = grown(this.of, new Int32Array(documents));
      this.earlier = grown(this.earlier, new Int32Array(documents));
    }
    if (groups > this.open.length) this.open = grown(this.open, new Int32Array(Math.ceil(groups * 1.25)));
  }

  add(doc: number, group: number): void {
    let unit = this.open[group] as number;
    if (unit === 0 || this.size[unit] === mostTogether) unit = this.begin(group);
    this.of[doc] = unit;
    this.earlier[doc] = this.last[unit] as number;
    this.last[unit] = doc;
    this.size[unit] = (this.size[unit] as number) + 1;
  }

  private begin(group: number): number {
    const unit = this.high++;
    if (unit === this.last.length) {
      const most = Math.ceil(unit * 1.25);
      this.last = grown(this.last, new Int32Array(most).fill(-1));
      this.group = grown(this.group, new Int32Array(most));
      this.changed = grown(this.changed, new Int32Array(most));
      this.size = grown(this.size, new Uint8Array(most));
    }
    this.group[unit] = group;
    this.open[group] = unit;
    return unit;
  }
}

function grown<A extends Column>(from: A, to: A): A {
  to.set(from);
  return to;
}
