import type { PositionReader } from './wire.ts';

/**
 * Follows runs of words through many documents without an object for each: a run begins wherever the first place's
 * word stands, and lives on as long as each further place's word stands where it should.
 */
export class Runs {
  private start = new Int32Array(1024);
  private doc = new Int32Array(1024);
  /** How many places were found so far. */
  private found = new Uint16Array(1024);
  /** The run before in the same document, plus one. */
  private chain = new Int32Array(1024);
  /** The last run of each document, plus one. */
  private readonly last: Int32Array;
  private size = 0;

  constructor(documents: number) {
    this.last = new Int32Array(documents);
  }

  /** Reads the positions of a word in a document; the word is that of the i-th place, `gap` after the first. */
  place(doc: number, i: number, gap: number, reader: PositionReader): void {
    if (i === 0) reader.read((position) => this.begin(doc, position));
    else if (this.last[doc] === 0) reader.skip();
    else
      reader.read((position) => {
        for (let run = this.last[doc] as number; run > 0; run = this.chain[run - 1] as number)
          if (this.found[run - 1] === i && this.start[run - 1] === position - gap)
            this.found[run - 1] = i + 1;
      });
  }

  private begin(doc: number, position: number): void {
    if (this.size === this.start.length) {
      this.start = doubled(this.start, new Int32Array(this.size * 2));
      this.doc = doubled(this.doc, new Int32Array(this.size * 2));
      this.found = doubled(this.found, new Uint16Array(this.size * 2));
      this.chain = doubled(this.chain, new Int32Array(this.size * 2));
    }
    this.start[this.size] = position;
    this.doc[this.size] = doc;
    this.found[this.size] = 1;
    this.chain[this.size] = this.last[doc] as number;
    this.size += 1;
    this.last[doc] = this.size;
  }

  /** The documents with a run through all places. */
  complete(places: number): Set<number> {
    const docs = new Set<number>();
    for (let i = 0; i < this.size; i++) if (this.found[i] === places) docs.add(this.doc[i] as number);
    return docs;
  }
}

function doubled<A extends Int32Array | Uint16Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
