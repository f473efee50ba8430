import type { Analysed } from '../text/analyze.ts';
import type { DocValues } from './doc-values.ts';
import type { List } from './postings.ts';
import { SegmentBuilder } from './segment-builder.ts';
import type { TermRow } from './segment-rows.ts';

/**
 * The segments that this process is writing. Their documents are searched as soon as they are analysed, so that an
 * import is searchable long before its postings are stored, and no text is analysed twice for that.
 */
export class Unwritten {
  private builders: SegmentBuilder[] = [];
  /** Those that were committed, although the engine may not have seen them in the database yet. */
  private readonly stored = new WeakSet<SegmentBuilder>();
  private readonly documents: DocValues;

  constructor(documents: DocValues) {
    this.documents = documents;
  }

  begin(): SegmentBuilder {
    const builder = new SegmentBuilder();
    this.builders.push(builder);
    return builder;
  }

  added(d: Omit<Analysed, 'terms'>): void {
    this.documents.place(d.docNo, d.groupNo, d.previous ?? -1, d.length, d.flags, d.at, false);
    this.documents.setWriting(d.docNo, true);
  }

  /** The segments are committed. */
  store(builders: ReadonlySet<SegmentBuilder>): void {
    for (const builder of builders) this.stored.add(builder);
  }

  /** The segments were not stored: their documents are pending as before. */
  abandon(builders: ReadonlySet<SegmentBuilder>): void {
    for (const builder of builders) for (const doc of builder.docNos()) this.documents.setWriting(doc, false);
    this.builders = this.builders.filter((builder) => !builders.has(builder));
  }

  /** Drops segments that are known as stored. */
  prune(): void {
    this.builders = this.builders.filter(
      (builder) => !this.stored.has(builder) || builder.docNos().some((doc) => this.documents.isPending(doc)),
    );
  }

  /** True while a segment is being written. */
  get isBusy(): boolean {
    return this.builders.some((builder) => !this.stored.has(builder));
  }

  /** How many documents are searched here. */
  count(): number {
    let count = 0;
    for (const builder of this.builders)
      for (const doc of builder.docNos()) if (this.documents.isWriting(doc)) count += 1;
    return count;
  }

  *terms(): Generator<string> {
    for (const builder of this.builders) yield* builder.names();
  }

  /** The documents that contain a term. */
  list(term: string): List {
    const lists = this.builders.map((builder) => builder.list(term, (doc) => this.documents.isWriting(doc)));
    const [first] = lists;
    if (first && lists.length === 1) return first;
    const size = lists.reduce((sum, list) => sum + list.size, 0);
    const docs = new Int32Array(size);
    const counts = new Uint8Array(size);
    let at = 0;
    for (const list of lists) {
      docs.set(list.docs, at);
      counts.set(list.counts, at);
      at += list.size;
    }
    return { docs, counts, size };
  }

  /** The postings and positions of terms, in segments of their own. */
  rows(terms: readonly string[]): (TermRow & { term: string; seg: number })[] {
    return this.builders.flatMap((builder, i) =>
      terms.flatMap((term) => {
        const row = builder.row(term);
        return row ? [{ ...row, term, seg: -1 - i }] : [];
      }),
    );
  }
}
