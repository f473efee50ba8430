import { CopyRows } from './copy-rows.ts';
import { byTerm, inOrder, type Sorting } from './sort-entries.ts';

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
