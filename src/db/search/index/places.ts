import { ones } from './bits.ts';
import { docsOf } from './codec.ts';
import { DocIndex } from './doc-index.ts';
import { markBits } from './heads.ts';
import { farPlace, lastPlace, mostNear, nearest, readNear, type Source, TakenOut } from './place-sources.ts';
import { end, Numbers, PositionCursor, runsOf } from './positions.ts';
import type { TermRow } from './segment-rows.ts';
import { roomFor } from './units.ts';

/** About what an entry of a map and an array take. */
const farOverhead = 200;

/**
 * The positions of a term in any document, by two bytes each, in the order of documents: what is needed of a document is found
 * without reading what comes before it.
 */
export class Places {
  /** The segments whose positions are here. */
  readonly segments = new Set<number>();
  /** The positions of all documents. */
  places = new Uint16Array(0);
  private used = 0;
  private word = 0;
  readonly index = new DocIndex();
  private readonly far = new Map<number, Int32Array>();
  private farBytes = 0;

  /** How many documents contain the term. */
  get size(): number {
    return this.index.size;
  }

  get bytes(): number {
    return this.places.length * 2 + this.index.bytes + this.farBytes;
  }

  /** Goes to 32 documents. @returns a bit for each that contains the term. */
  enter(word: number): number {
    this.word = word;
    return this.index.enter(word);
  }

  /** The documents that contain the term, of those where it is. */
  get here(): number {
    return this.index.here;
  }

  /** Where the places begin of one of these documents, after so many others. */
  beginOf(others: number): number {
    return this.index.beginOf(others, this.places);
  }

  /** Appends the positions in one of these documents, ascending. */
  read(bit: number, into: Numbers): void {
    const at = this.beginOf(ones(this.here & (bit - 1)));
    if (this.places[at] === farPlace) into.append(this.far.get((this.word << 5) + 31 - Math.clz32(bit)));
    else readNear(this.places, at, into);
  }

  /** Adds the postings and positions of the term in other documents. */
  take(rows: readonly TermRow[]): void {
    const runs = rows.flatMap((row) => runsOf({ docs: docsOf(row), pos: row.pos }));
    this.add(
      runs.map((run) => new PositionCursor(run)),
      {
        size: rows.reduce((sum, { df }) => sum + df, 0),
        high: runs.reduce((high, { docs }) => Math.max(high, (docs.at(-1) ?? 0) + 1), 0),
        // Each takes a byte, as does the count of each document.
        most: rows.reduce((sum, { df, pos }) => sum + pos.length - df, 0),
      },
    );
  }

  private add(
    sources: readonly Source[],
    { size, high, most }: { size: number; high: number; most: number },
  ): void {
    const first = sources.reduce((least, { doc }) => Math.min(least, doc), end);
    if (first === end) return;
    // What is here already and comes later is taken out, and merged with what is added.
    const above = Math.max(high, this.index.high);
    const later = first < this.index.high ? this.cut(first) : undefined;
    const all = [...sources, ...(later ? [later] : [])];
    this.index.expect(this.index.size + size + (later?.size ?? 0), above);
    this.reserve(this.used + most + (later?.most ?? 0));
    const positions = new Numbers();
    for (let next = nearest(all); next; next = nearest(all)) {
      const { source, until } = next;
      do {
        const { doc } = source;
        positions.size = 0;
        source.read(positions);
        this.write(doc, positions);
      } while (source.doc < until);
    }
    if (this.places.length > roomFor(this.used)) this.places = this.places.slice(0, roomFor(this.used));
  }

  private write(doc: number, { values, size }: Numbers): void {
    if (size === 0 || doc < this.index.high) return;
    const { places } = this;
    if ((values[size - 1] as number) > mostNear) {
      this.index.add(doc, this.used, -1);
      this.far.set(doc, values.slice(0, size));
      this.farBytes += size * 4 + farOverhead;
      places[this.used++] = farPlace;
      return;
    }
    let { used } = this;
    let marks = 0;
    for (let i = 0; i < size; i++) {
      const at = values[i] as number;
      marks |= 1 << (at % markBits);
      places[used++] = at;
    }
    this.index.add(doc, this.used, marks);
    places[used - 1] = (places[used - 1] as number) | lastPlace;
    this.used = used;
  }

  private reserve(most: number): void {
    if (most <= this.places.length) return;
    const larger = new Uint16Array(roomFor(most));
    larger.set(this.places.subarray(0, this.used));
    this.places = larger;
  }

  /** Takes out the documents from this one on. */
  private cut(first: number): TakenOut {
    const docs = this.index.cut(first, this.places);
    const { used } = this;
    this.used = docs.at;
    const places = this.places.slice(docs.at, used);
    const far = new Map<number, Int32Array>();
    for (const doc of docs.numbers) {
      const positions = this.far.get(doc);
      if (!positions) continue;
      far.set(doc, positions);
      this.far.delete(doc);
      this.farBytes -= positions.length * 4 + farOverhead;
    }
    const most = [...far.values()].reduce((sum, { length }) => sum + length, places.length);
    return new TakenOut(docs.numbers, places, far, most);
  }
}
