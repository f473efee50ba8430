import { live } from '../text/analyze.ts';
import { documentBytes } from './codec.ts';

/** States of a slot. */
const placed = 1;
const flushed = 2;
const fresh = 4;

type Columns = Int32Array | Uint16Array | Uint8Array | Float64Array | Float32Array;

/**
 * The ranking properties of every document of a collection, in arrays indexed by `doc_no`: about 24 bytes per document,
 * and 15 more for a running query (25 for one of many terms). Arrays only grow; deletion just clears a document's live flag.
 */
export class DocValues {
  group = new Int32Array(0);
  previous = new Int32Array(0);
  next = new Int32Array(0);
  length = new Uint16Array(0);
  flags = new Uint8Array(0);
  at = new Float64Array(0);
  private state = new Uint8Array(0);
  /** Words in each group. */
  groupLength = new Float64Array(0);
  /** The highest number in use, plus one. */
  high = 0;
  groupHigh = 0;
  count = 0;
  groups = 0;
  words = 0;
  private readonly buried = new Set<number>();

  /** Number of slots. */
  get capacity(): number {
    return this.state.length;
  }

  isFlushed(doc: number): boolean {
    return ((this.state[doc] ?? 0) & flushed) !== 0;
  }

  /** True when live and in no segment yet. */
  isPending(doc: number): boolean {
    return ((this.flags[doc] ?? 0) & live) !== 0 && !this.isFlushed(doc);
  }

  /** True when this process has analysed it, and knows of no segment that holds it. */
  isFresh(doc: number): boolean {
    return ((this.state[doc] ?? 0) & (fresh | flushed)) === fresh;
  }

  setFresh(doc: number): void {
    this.state[doc] = (this.state[doc] as number) | fresh;
  }

  place(
    doc: number,
    group: number,
    previous: number,
    length: number,
    flags: number,
    at: number,
    isFlushed: boolean,
  ): void {
    this.reserve(Math.max(doc, previous), group);
    const before = this.state[doc] as number;
    this.state[doc] = before | placed | (isFlushed ? flushed : 0);
    if (before & placed) return;
    this.group[doc] = group;
    this.previous[doc] = previous;
    this.length[doc] = length;
    this.at[doc] = at;
    this.flags[doc] = this.buried.has(doc) ? flags & ~live : flags;
    if (previous >= 0) this.next[previous] = doc;
    if (this.groupLength[group] === 0) this.groups += 1;
    this.groupLength[group] = (this.groupLength[group] as number) + length;
    this.count += 1;
    this.words += length;
  }

  /** Adds the documents of a segment, or of a part of one. */
  addSegmentDocuments(bytes: Buffer): void {
    for (let o = 0; o + documentBytes <= bytes.length; o += documentBytes)
      this.place(
        bytes.readInt32LE(o),
        bytes.readInt32LE(o + 4),
        bytes.readInt32LE(o + 8),
        bytes.readUInt16LE(o + 12),
        bytes.readUInt8(o + 14),
        bytes.readDoubleLE(o + 16),
        true,
      );
  }

  /** Marks documents as deleted; like their postings, they still count in the statistics. */
  bury(docs: readonly number[]): void {
    for (const doc of docs) {
      this.buried.add(doc);
      if (doc < this.capacity) this.flags[doc] = (this.flags[doc] as number) & ~live;
    }
  }

  private reserve(doc: number, group: number): void {
    if (doc >= this.capacity) {
      const size = Math.max(4096, Math.ceil((doc + 1) * 1.25));
      this.group = grown(this.group, new Int32Array(size));
      this.previous = grown(this.previous, new Int32Array(size).fill(-1));
      this.next = grown(this.next, new Int32Array(size).fill(-1));
      this.length = grown(this.length, new Uint16Array(size));
      this.flags = grown(this.flags, new Uint8Array(size));
      this.at = grown(this.at, new Float64Array(size));
      this.state = grown(this.state, new Uint8Array(size));
    }
    if (doc >= this.high) this.high = doc + 1;
    if (group >= this.groupLength.length)
      this.groupLength = grown(this.groupLength, new Float64Array(Math.ceil((group + 1) * 1.25)));
    if (group >= this.groupHigh) this.groupHigh = group + 1;
  }
}

function grown<A extends Columns>(from: A, to: A): A {
  to.set(from);
  return to;
}
