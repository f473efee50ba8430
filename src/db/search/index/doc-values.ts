import { live } from '../text/analyze.ts';
import { clearBit, hasBit, setBit } from './bits.ts';
import { documentBytes } from './codec.ts';
import { grown, roomFor, Units } from './units.ts';

/**
 * The ranking properties of every document of a collection, in arrays indexed by `doc_no`: about 30 bytes per document,
 * and 11 more for a running query (25 for one of many terms). Arrays only grow; deletion just clears a document's live flag.
 */
export class DocValues {
  previous = new Int32Array(0);
  next = new Int32Array(0);
  length = new Uint16Array(0);
  flags = new Uint8Array(0);
  at = new Float64Array(0);
  /** Bits of the documents that are in segments, and of those that this process has analysed. */
  private flushed = new Int32Array(0);
  private fresh = new Int32Array(0);
  /** Words in each group. */
  groupLength = new Float64Array(0);
  /** The highest number in use, plus one. */
  high = 0;
  groupHigh = 0;
  count = 0;
  groups = 0;
  words = 0;
  readonly units = new Units();
  /** A bit for each live document. */
  liveBits = new Int32Array(0);
  /** Counts the documents that were placed. */
  version = 0;
  /**
   * Documents that are not the next one of the document before them, or of the one before that: another version of a text came
   * in between. The value is how many steps back the way is broken.
   */
  readonly orphans = new Map<number, 1 | 2>();
  private readonly buried = new Set<number>();
  /** How many documents this process had analysed before it learnt that a segment holds them. */
  handedOver = 0;

  /** Number of slots. */
  get capacity(): number {
    return this.flags.length;
  }

  isFlushed(doc: number): boolean {
    return hasBit(this.flushed, doc);
  }

  /** True when live and in no segment yet. */
  isPending(doc: number): boolean {
    return ((this.flags[doc] ?? 0) & live) !== 0 && !this.isFlushed(doc);
  }

  /** True when this process has analysed it, and knows of no segment that holds it. */
  isFresh(doc: number): boolean {
    return hasBit(this.fresh, doc) && !hasBit(this.flushed, doc);
  }

  groupOf(doc: number): number {
    return this.units.group[this.units.of[doc] as number] as number;
  }

  setFresh(doc: number): void {
    setBit(this.fresh, doc);
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
    if (isFlushed) {
      if (this.isFresh(doc)) this.handedOver += 1;
      setBit(this.flushed, doc);
    }
    if (this.units.of[doc] !== 0) return;
    this.previous[doc] = previous;
    this.length[doc] = length;
    this.at[doc] = at;
    this.flags[doc] = this.buried.has(doc) ? flags & ~live : flags;
    if (this.flags[doc] & live) setBit(this.liveBits, doc);
    this.units.add(doc, group);
    if (previous >= 0) this.follow(doc, previous);
    this.change(doc);
    if (this.groupLength[group] === 0) this.groups += 1;
    this.groupLength[group] = (this.groupLength[group] as number) + length;
    this.count += 1;
    this.words += length;
  }

  /** Links a document with the one before it, which may have had another next one. */
  private follow(doc: number, previous: number): void {
    const { next, orphans } = this;
    const other = next[previous] as number;
    if (other >= 0) {
      orphans.set(other, 1);
      const later = next[other] as number;
      if (later >= 0 && !orphans.has(later)) orphans.set(later, 2);
    }
    if (orphans.get(previous) === 1) orphans.set(doc, 2);
    next[previous] = doc;
  }

  /** Notes that what is around a document has changed. It runs for every document of the lake: no closures here. */
  private change(doc: number): void {
    const { units, previous, next } = this;
    const version = ++this.version;
    units.note(doc, version);
    const before = previous[doc] as number;
    if (before >= 0) {
      units.note(before, version);
      units.note(previous[before] as number, version);
    }
    const after = next[doc] as number;
    if (after >= 0) {
      units.note(after, version);
      units.note(next[after] as number, version);
    }
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
      if (doc >= this.capacity) continue;
      this.flags[doc] = (this.flags[doc] as number) & ~live;
      clearBit(this.liveBits, doc);
    }
  }

  /** Makes room for so many documents at once, as far as their numbers follow each other. */
  expect(count: number): void {
    if (count > 0) this.makeRoom(count, count >> 6);
  }

  private reserve(doc: number, group: number): void {
    this.makeRoom(doc);
    if (doc >= this.high) this.high = doc + 1;
    if (group >= this.groupLength.length)
      this.groupLength = grown(this.groupLength, new Float64Array(roomFor(group + 1)));
    if (group >= this.groupHigh) this.groupHigh = group + 1;
    this.units.reserve(this.capacity, this.groupHigh);
  }

  private makeRoom(doc: number, more = doc >> 4): void {
    if (doc < this.capacity) return;
    const size = doc + 1 + Math.max(4096, more);
    this.previous = grown(this.previous, new Int32Array(size).fill(-1));
    this.next = grown(this.next, new Int32Array(size).fill(-1));
    this.length = grown(this.length, new Uint16Array(size));
    this.flags = grown(this.flags, new Uint8Array(size));
    this.at = grown(this.at, new Float64Array(size));
    const words = (size >> 5) + 1;
    this.liveBits = grown(this.liveBits, new Int32Array(words));
    this.flushed = grown(this.flushed, new Int32Array(words));
    this.fresh = grown(this.fresh, new Int32Array(words));
  }
}
