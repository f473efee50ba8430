import { damaged, type Pages } from './pages.ts';
import { columnsOf, payloadOf, type Value, varint } from './records.ts';

type Node = { kind: number; page: Buffer; cells: number; at: (n: number) => number; right: number };

const innerIndex = 2;
const innerTable = 5;
const leafIndex = 10;
const leafTable = 13;

/** A tree has no more nodes than the database has pages; one that has is damaged, and may have a circle. */
class Visits {
  readonly #pages: Pages;
  #left: number;

  constructor(pages: Pages) {
    this.#pages = pages;
    this.#left = pages.count;
  }

  nodeAt(number: number): Node {
    this.#left -= 1;
    if (this.#left < 0) throw damaged();
    return nodeAt(this.#pages, number);
  }
}

function nodeAt(pages: Pages, number: number): Node {
  const page = pages.page(number);
  const start = number === 1 ? 100 : 0;
  const kind = page.readUInt8(start);
  const isInner = kind === innerIndex || kind === innerTable;
  if (!isInner && kind !== leafIndex && kind !== leafTable) throw damaged();
  const cells = page.readUInt16BE(start + 3);
  const first = start + (isInner ? 12 : 8);
  if (first + 2 * cells > page.length) throw damaged();
  const right = isInner ? page.readUInt32BE(start + 8) : 0;
  return { kind, page, cells, right, at: (n) => page.readUInt16BE(first + 2 * n) };
}

/** @property payload as far as it lies on the page of the row itself. */
export type FoundRow = { length: number; payload: Buffer; columns(most: number): Value[] };

/** The row of a table. */
export function rowAt(pages: Pages, root: number, rowid: number): FoundRow | undefined {
  const visits = new Visits(pages);
  for (let number = root; ; ) {
    const node = visits.nodeAt(number);
    const n = firstCell(node, (at) => rowidAt(node, at) >= rowid);
    if (node.kind === innerTable) number = n < node.cells ? node.page.readUInt32BE(node.at(n)) : node.right;
    else if (node.kind !== leafTable) throw damaged();
    else if (n === node.cells || rowidAt(node, node.at(n)) !== rowid) return undefined;
    else return rowOf(pages, node, node.at(n));
  }
}

/** All rows of a small table. */
export function* rowsAt(pages: Pages, root: number, visits = new Visits(pages)): Generator<FoundRow> {
  const node = visits.nodeAt(root);
  for (let n = 0; n < node.cells; n += 1)
    if (node.kind === leafTable) yield rowOf(pages, node, node.at(n));
    else yield* rowsAt(pages, node.page.readUInt32BE(node.at(n)), visits);
  if (node.kind === innerTable) yield* rowsAt(pages, node.right, visits);
}

const rowidAt = ({ kind, page }: Node, at: number): number =>
  varint(page, kind === leafTable ? varint(page, at)[1] : at + 4)[0];

function rowOf(pages: Pages, { page }: Node, at: number): FoundRow {
  const [length, afterLength] = varint(page, at);
  const start = varint(page, afterLength)[1];
  const payload = (whole: boolean) => payloadOf(pages, page, start, length, { inIndex: false, whole });
  return { length, payload: payload(false), columns: (most) => columnsOf(payload(true), most) };
}

/** @property payload with the key and the id of the row, which another row under this key would not have. */
export type Entry = { key: string; rowid: number; payload: Buffer };

/** The entries of an index of one column of text that begin with a prefix, in order. */
export function* entriesAt(
  pages: Pages,
  root: number,
  prefix: string,
  visits = new Visits(pages),
): Generator<Entry> {
  const node = visits.nodeAt(root);
  const isInner = node.kind === innerIndex;
  if (!isInner && node.kind !== leafIndex) throw damaged();
  const wanted = Buffer.from(prefix);
  const keyAt = (at: number) => keyBytes(entryPayload(pages, node, at));
  for (let n = firstCell(node, (at) => wanted.compare(keyAt(at)) <= 0); ; n += 1) {
    if (isInner)
      yield* entriesAt(
        pages,
        n < node.cells ? node.page.readUInt32BE(node.at(n)) : node.right,
        prefix,
        visits,
      );
    if (n >= node.cells) return;
    const payload = entryPayload(pages, node, node.at(n));
    const key = keyBytes(payload);
    if (!key.subarray(0, wanted.length).equals(wanted)) return;
    const rowid = columnsOf(payload, 2)[1];
    if (typeof rowid !== 'number') throw damaged();
    yield { key: key.toString('utf8'), rowid, payload };
  }
}

function entryPayload(pages: Pages, { kind, page }: Node, at: number): Buffer {
  const [length, start] = varint(page, kind === innerIndex ? at + 4 : at);
  return payloadOf(pages, page, start, length, { inIndex: true, whole: true });
}

/** Keys that are no text come before those that are, or after. */
function keyBytes(payload: Buffer): Buffer {
  const [headerEnd, first] = varint(payload, 0);
  const [code] = varint(payload, first);
  if (code < 13) return Buffer.alloc(0);
  return payload.subarray(headerEnd, headerEnd + (code - (code % 2) - 12) / 2);
}

/** The first cell for which it is true, when it is for all that follow; else the number of cells. */
function firstCell({ cells, at }: Node, isTrue: (at: number) => boolean): number {
  let [low, high] = [0, cells];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(at(middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
