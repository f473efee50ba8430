import { end, type Numbers } from './positions.ts';

/** The last place of a document carries this bit, and the others are the position. */
export const lastPlace = 0x8000;
/** The bits of a place that are its position. */
export const position = lastPlace - 1;
/** What stands for a document with positions that do not fit: those are kept apart. */
export const farPlace = 0xffff;
export const mostNear = 0x7ffe;

/** Ascending documents of a term, with their positions. */
export type Source = {
  /** The current document; {@link end} after the last. */
  readonly doc: number;
  /** Appends the positions in the current document, ascending, and advances to the next. */
  read(into: Numbers): void;
};

/** The source with the lowest document, and where the documents of another one come. */
export function nearest(sources: readonly Source[]): { source: Source; until: number } | undefined {
  let source: Source | undefined;
  let until = end;
  for (const one of sources) {
    if (one.doc === end) continue;
    if (!source || one.doc < source.doc) {
      if (source) until = Math.min(until, source.doc);
      source = one;
    } else until = Math.min(until, one.doc);
  }
  return source && { source, until };
}

/** Documents that were taken out of their places to be added again. */
export class TakenOut implements Source {
  private i = 0;
  private at = 0;
  private readonly docs: Int32Array;
  private readonly places: Uint16Array;
  private readonly far: ReadonlyMap<number, Int32Array>;
  readonly most: number;

  constructor(docs: Int32Array, places: Uint16Array, far: ReadonlyMap<number, Int32Array>, most: number) {
    this.docs = docs;
    this.places = places;
    this.far = far;
    this.most = most;
  }

  get size(): number {
    return this.docs.length;
  }

  get doc(): number {
    return this.i < this.docs.length ? (this.docs[this.i] as number) : end;
  }

  read(into: Numbers): void {
    const positions = this.far.get(this.doc);
    this.i += 1;
    if (positions) {
      this.at += 1;
      into.append(positions);
    } else this.at = readNear(this.places, this.at, into);
  }
}

/** Appends the positions of a document. @returns where the next one's begin. */
export function readNear(places: Uint16Array, from: number, into: Numbers): number {
  let at = from;
  for (;;) {
    const place = places[at++] as number;
    into.reserve(1);
    into.values[into.size++] = place & position;
    if (place & lastPlace) return at;
  }
}
