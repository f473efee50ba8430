import type { Language, SourceDocument } from '../collection/collection.ts';
import type { DocValues } from './doc-values.ts';
import { GrowingLists } from './growing-list.ts';
import type { List } from './kept-list.ts';
import { Places } from './places.ts';
import { SegmentBuilder } from './segment-builder.ts';

/** Documents of a segment, about: the more are written together, the less a posting costs. */
export const partSize = 16_384;
/** A part of long texts ends early. */
const partBytes = 64 << 20;
/** Bytes of all parts together; when they are full, documents wait in the queue until a part is stored. */
const mostBytes = 192 << 20;

/** Documents that become one segment. */
type Part = {
  builder: SegmentBuilder;
  lists: GrowingLists;
  /** The rows of the queue that name its documents. */
  rows: Set<number>;
  /** Documents of these rows that do not exist any more. */
  gone: Set<number>;
  /** Nothing is added any more. */
  closed: boolean;
  /** It is committed, although the engine may not have seen the segment in the database yet. */
  stored: boolean;
};

/** What a flush stores. */
export type FreshPart = Pick<Part, 'builder' | 'rows' | 'gone'>;

/**
 * The documents that this process has analysed and that are in no segment yet. They are searched from here, and written
 * behind as segments: no text is analysed twice for that, and what is acknowledged is found long before its postings are
 * stored. The queue in the database stays the record of what is to be stored.
 */
export class Fresh {
  private parts: Part[] = [];
  /** What {@link DocValues.handedOver} was when lists were read. */
  private handedOver = 0;
  private readonly documents: DocValues;

  constructor(documents: DocValues) {
    this.documents = documents;
  }

  /** Whether a document needs no analysing: it is here, in a segment, or gone. */
  knows(doc: number): boolean {
    return (
      this.documents.isFresh(doc) ||
      this.documents.isFlushed(doc) ||
      this.parts.some(({ gone }) => gone.has(doc))
    );
  }

  /** Analyses a document of a row of the queue. */
  async add(source: SourceDocument, row: number, language: Language): Promise<void> {
    const part = this.open();
    part.rows.add(row);
    const d = await part.builder.add(source, language);
    this.documents.place(d.docNo, d.groupNo, d.previous ?? -1, d.length, d.flags, d.at, false);
    this.documents.setFresh(d.docNo);
  }

  /** Takes note of a document that was deleted before it was analysed. */
  miss(doc: number, row: number): void {
    const part = this.open();
    part.rows.add(row);
    part.gone.add(doc);
  }

  private open(): Part {
    const last = this.parts.at(-1);
    if (last && !last.closed && last.builder.size < partSize && last.builder.weight < partBytes) return last;
    if (last) last.closed = true;
    const builder = new SegmentBuilder();
    const part = {
      builder,
      lists: new GrowingLists(builder),
      rows: new Set<number>(),
      gone: new Set<number>(),
      closed: false,
      stored: false,
    };
    this.parts.push(part);
    return part;
  }

  /** True when the memory for them is used up. */
  get isFull(): boolean {
    return this.parts.reduce((sum, { builder }) => sum + builder.weight, 0) > mostBytes;
  }

  /** How many documents are to be stored. */
  get size(): number {
    return this.parts.reduce((sum, { builder, stored }) => sum + (stored ? 0 : builder.size), 0);
  }

  /** The oldest documents that are to be stored, at least one part of them; nothing is added to it any more. */
  oldest(most: number): FreshPart[] {
    const taken: Part[] = [];
    let size = 0;
    for (const part of this.parts) {
      if (part.stored) continue;
      if (taken.length > 0 && size + part.builder.size > most) break;
      part.closed = true;
      size += part.builder.size;
      taken.push(part);
    }
    return taken;
  }

  /** The parts are committed. */
  store(parts: readonly FreshPart[]): void {
    for (const part of this.parts) part.stored ||= parts.includes(part);
  }

  /** Drops parts that are known to be in segments. */
  prune(): void {
    const { documents } = this;
    this.parts = this.parts.filter(({ builder, stored, gone }) => {
      if (stored) return builder.docNos().some((doc) => documents.isFresh(doc) && documents.isPending(doc));
      return (
        (builder.size === 0 && gone.size === 0) || builder.docNos().some((doc) => documents.isFresh(doc))
      );
    });
  }

  *terms(): Generator<string> {
    for (const { builder } of this.parts) yield* builder.names();
  }

  /** The documents that contain a term, in lists that the next call may extend. */
  lists(term: string): List[] {
    const { documents } = this;
    if (this.handedOver !== documents.handedOver) for (const { lists } of this.parts) lists.clear();
    this.handedOver = documents.handedOver;
    const includes = (doc: number) => documents.isFresh(doc);
    return this.parts.map(({ lists }) => lists.of(term, includes)).filter(({ size }) => size > 0);
  }

  /** The positions of a term. */
  places(term: string): Places {
    const places = new Places();
    places.take(this.parts.flatMap(({ builder }) => builder.row(term) ?? []));
    return places;
  }
}
