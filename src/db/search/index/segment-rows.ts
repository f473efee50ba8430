import { CopyRows } from './copy-rows.ts';

/** The entries of a segment, one for each term of each document, in the order of documents. */
export type Entries = {
  doc: Int32Array;
  count: Uint8Array;
  /** Where its encoded positions begin, and those of the next entry. */
  start: Int32Array;
  places: Buffer;
};

/** A term in a segment: how many documents contain it, its encoded postings and positions. */
export type TermRow = { df: number; post: Buffer; pos: Buffer };

/** Bytes of rows handed over at a time. */
const partBytes = 1 << 16;

/** Encodes the postings and positions of a term's entries, which are in the order of documents. */
export function encodeTerm(e: Entries, entries: Int32Array): TermRow {
  const bytes = new CopyRows();
  bytes.take();
  bytes.reserve(sizeOf(e, entries, 0, entries.length));
  writePostings(bytes, e, entries, 0, entries.length);
  const post = bytes.take();
  bytes.reserve(sizeOf(e, entries, 0, entries.length));
  writePositions(bytes, e, entries, 0, entries.length);
  return { df: entries.length, post, pos: bytes.take() };
}

/** The rows of `search_postings`, about in the order of their index, as binary `COPY` reads them. */
export function* rowsOf(
  e: Entries,
  { shelf, segment, ...entries }: Sorting & { shelf: number; segment: number },
): Generator<Buffer> {
  const { terms } = entries;
  const { sorted, starts } = byTerm(entries);
  const rows = new CopyRows();
  for (const id of inOrder(terms)) {
    const term = terms[id] as string;
    const from = starts[id] as number;
    const to = starts[id + 1] as number;
    if (from === to) continue;
    rows.reserve(64 + term.length * 3 + sizeOf(e, sorted, from, to));
    rows.begin(6);
    rows.smallint(shelf);
    rows.integer(segment);
    rows.text(term);
    rows.integer(to - from);
    rows.open();
    writePostings(rows, e, sorted, from, to);
    rows.close();
    rows.open();
    writePositions(rows, e, sorted, from, to);
    rows.close();
    if (rows.length >= partBytes) yield rows.take();
  }
  rows.end();
  yield rows.take();
}

type Sorting = {
  terms: readonly string[];
  /** The term of each entry. */
  termOf: Int32Array;
  /** The documents to take, by the order in which they were added, and where the entries of each end. */
  places: Int32Array;
  ends: Int32Array;
};

/** Sorts the entries of these documents by term, and leaves them in the order of documents within a term. */
function byTerm({ terms, termOf, places, ends }: Sorting): { sorted: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(terms.length + 1);
  let sum = 0;
  for (const place of places)
    for (let entry = beginOf(ends, place); entry < (ends[place] as number); entry++) {
      const id = termOf[entry] as number;
      starts[id] = (starts[id] as number) + 1;
      sum += 1;
    }
  starts[terms.length] = sum;
  for (let id = 1; id < terms.length; id++) starts[id] = (starts[id] as number) + (starts[id - 1] as number);
  const sorted = new Int32Array(sum);
  // Backwards, so that the end of each term becomes its beginning.
  for (let i = places.length - 1; i >= 0; i--) {
    const place = places[i] as number;
    for (let entry = (ends[place] as number) - 1; entry >= beginOf(ends, place); entry--) {
      const id = termOf[entry] as number;
      const at = (starts[id] as number) - 1;
      starts[id] = at;
      sorted[at] = entry;
    }
  }
  return { sorted, starts };
}

const beginOf = (ends: Int32Array, place: number): number => (place === 0 ? 0 : (ends[place - 1] as number));

/** More than a segment can have, so that a number holds four characters and a term's id. */
const mostTerms = 2 ** 24;

/**
 * Terms by their first four characters, which is close enough to the order of the index: numbers are sorted many times
 * faster than strings.
 */
function* inOrder(terms: readonly string[]): Generator<number> {
  const keys = new Float64Array(terms.length);
  for (const [id, term] of terms.entries()) {
    let key = 0;
    for (let i = 0; i < 4; i++) key = key * 128 + (i < term.length ? Math.min(term.charCodeAt(i), 127) : 0);
    keys[id] = key * mostTerms + id;
  }
  keys.sort();
  for (const key of keys) yield key % mostTerms;
}

/** Bytes of the postings and positions of some entries, at most. */
function sizeOf({ start }: Entries, entries: Int32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const entry = entries[i] as number;
    sum += 11 + (start[entry + 1] as number) - (start[entry] as number);
  }
  return sum;
}

function writePostings(
  rows: CopyRows,
  { doc, count }: Entries,
  entries: Int32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; ) {
    const base = (doc[entries[i] as number] as number) & ~0xffff;
    let end = i;
    while (end < to && ((doc[entries[end] as number] as number) & ~0xffff) === base) end += 1;
    rows.little(base);
    rows.little(end - i);
    const { buffer } = rows;
    let at = rows.length;
    for (let e = i; e < end; e++) {
      const offset = (doc[entries[e] as number] as number) - base;
      buffer[at++] = offset & 0xff;
      buffer[at++] = offset >>> 8;
    }
    for (let e = i; e < end; e++) buffer[at++] = count[entries[e] as number] as number;
    rows.length = at;
    i = end;
  }
}

function writePositions(
  rows: CopyRows,
  { start, places }: Entries,
  entries: Int32Array,
  from: number,
  to: number,
): void {
  const { buffer } = rows;
  let at = rows.length;
  for (let i = from; i < to; i++) {
    const entry = entries[i] as number;
    const end = start[entry + 1] as number;
    // Mostly a few bytes, for which a loop is faster than `copy`.
    for (let k = start[entry] as number; k < end; k++) buffer[at++] = places[k] as number;
  }
  rows.length = at;
}
