import type { Sql } from '../../postgres/connect.ts';
import type { Collection, Language } from '../collection/collection.ts';
import { type Analysed, analyse, type Terms } from '../text/analyze.ts';
import { createPacer } from '../text/yield.ts';
import { mostOccurrences } from './codec.ts';
import type { DocValues } from './doc-values.ts';
import { loadDocuments } from './load.ts';
import type { List } from './postings.ts';

/** Texts with more words are not read again for a phrase: their positions are kept. */
export const longestRead = 2000;
/**
 * Documents read and analysed together, of the newest and at most of others, which cost fewer round trips; their
 * postings are dropped together once all of them are flushed.
 */
const firstBlock = 64;
const largestBlock = 256;

type Block = {
  docs: number[];
  terms: Map<string, { docs: number[]; counts: number[] }>;
  /** Number of postings. */
  size: number;
  /** Positions in texts that are too long to be read again for a phrase, and their number. */
  long: Map<number, Terms>;
  places: number;
};

/** Maximum number of postings and positions in memory (about 20 bytes each). */
const mostPostings = 2_000_000;
const mostPlaces = 4_000_000;

/**
 * Postings of pending documents, built here and kept until they are flushed. The newest documents come first, so that
 * recent ones are found at once even when an import is far ahead of the flush.
 */
export class IndexBuffer {
  private blocks: Block[] = [];
  private readonly known = new Set<number>();

  private readonly collection: Collection<never>;
  private readonly documents: DocValues;
  private readonly language: Language;

  constructor(collection: Collection<never>, documents: DocValues, language: Language) {
    this.collection = collection;
    this.documents = documents;
    this.language = language;
  }

  /** Drops documents that have been flushed or deleted. */
  prune(): void {
    this.blocks = this.blocks.filter((block) => {
      const waiting = block.docs.some((doc) => this.documents.isPending(doc));
      if (!waiting) for (const doc of block.docs) this.known.delete(doc);
      return waiting;
    });
  }

  /** The pending documents that are not analysed yet, neither here nor for a segment that is being written. */
  unknown(waiting: readonly number[]): number[] {
    return waiting.filter((doc) => !this.known.has(doc) && !this.documents.isWriting(doc));
  }

  /** True when the memory limit is reached. */
  get isFull(): boolean {
    return this.blocks.reduce((sum, block) => sum + block.size, 0) > mostPostings;
  }

  /** The positions of a long text's words, if kept. */
  positionsIn(doc: number): Terms | undefined {
    for (const block of this.blocks) {
      const places = block.long.get(doc);
      if (places) return places;
    }
    return undefined;
  }

  /**
   * Analyses pending documents in the given order, until the buffer is full or the time is up.
   *
   * @returns how many were not analysed.
   */
  async extend(tx: Sql, waiting: readonly number[], isLate: () => boolean): Promise<number> {
    const pace = createPacer();
    let size = firstBlock;
    for (let i = 0; i < waiting.length; i += size) {
      // The newest are analysed even when the time is up.
      if ((i > 0 && isLate()) || this.isFull) return waiting.length - i;
      if (i > 0) size = Math.min(largestBlock, i);
      const docs = waiting.slice(i, i + size);
      const block: Block = { docs, terms: new Map(), size: 0, long: new Map(), places: 0 };
      for await (const document of loadDocuments(tx, this.collection, docs)) {
        this.add(block, await analyse(document, this.language));
        await pace();
      }
      for (const doc of docs) this.known.add(doc);
      this.blocks.push(block);
    }
    return 0;
  }

  private add(block: Block, d: Analysed): void {
    this.documents.place(d.docNo, d.groupNo, d.previous ?? -1, d.length, d.flags, d.at, false);
    block.size += d.terms.size;
    if (d.length > longestRead) this.keepPositions(block, d);
    for (const [term, positions] of d.terms) {
      let list = block.terms.get(term);
      if (!list) {
        list = { docs: [], counts: [] };
        block.terms.set(term, list);
      }
      list.docs.push(d.docNo);
      list.counts.push(Math.min(mostOccurrences, positions.length));
    }
  }

  private keepPositions(block: Block, { docNo, terms }: Analysed): void {
    let places = 0;
    for (const positions of terms.values()) places += positions.length;
    if (this.blocks.reduce((sum, { places: kept }) => sum + kept, block.places + places) > mostPlaces) return;
    block.long.set(docNo, terms);
    block.places += places;
  }

  /** The terms of the buffered documents; a term may come several times. */
  *terms(): Generator<string> {
    for (const block of this.blocks) yield* block.terms.keys();
  }

  /** The buffered documents that contain a term. */
  list(term: string): List {
    const docs: number[] = [];
    const counts: number[] = [];
    for (const block of this.blocks) {
      const list = block.terms.get(term);
      if (!list) continue;
      for (const [i, doc] of list.docs.entries())
        if (!this.documents.isFlushed(doc) && !this.documents.isWriting(doc)) {
          docs.push(doc);
          counts.push(list.counts[i] as number);
        }
    }
    return { docs: Int32Array.from(docs), counts: Uint8Array.from(counts), size: docs.length };
  }
}
