import type { Sql } from '../../postgres/connect.ts';
import { documentBytes } from './codec.ts';
import type { DocValues } from './doc-values.ts';

/** Documents read at a time; their bytes are transferred as text, as base64 in less than as hexadecimal digits. */
const documentsAtATime = 32_768;

type Row = { seg: number; parents: number[]; nDocs: number };

/** What keeps the contents of segments, and is told that one has replaced others. */
type Follower = { succeed(merged: readonly number[], by: number): void };

/** Tracks the segments, and applies their documents and deletions to the {@link DocValues}. */
export class Segments {
  current: ReadonlySet<number> = new Set();
  private readonly known = new Set<number>();
  private readonly deletions = new Set<number>();

  private readonly shelf: number;
  private readonly documents: DocValues;
  private readonly caches: readonly Follower[];

  constructor(collectionId: number, documents: DocValues, caches: readonly Follower[]) {
    this.shelf = collectionId;
    this.documents = documents;
    this.caches = caches;
  }

  /**
   * Reads changes since the last call.
   *
   * @returns whether there are new segments.
   */
  async refresh(tx: Sql): Promise<boolean> {
    const [state] = await tx<{ segments: number[] | null; deletions: number[] | null }[]>`
      select (select array_agg(seg) from search_segments where shelf = ${this.shelf}) as segments,
             (select array_agg(id) from search_deletions where shelf = ${this.shelf}) as deletions`;
    const deletions = (state?.deletions ?? []).filter((id) => !this.deletions.has(id));
    if (deletions.length > 0) await this.readDeletions(tx, deletions);
    const current = new Set(state?.segments ?? []);
    const fresh = [...current].filter((seg) => !this.known.has(seg));
    if (fresh.length > 0) {
      const rows = await tx<Row[]>`
        select seg, parents, n_docs from search_segments
        where shelf = ${this.shelf} and seg = any(${fresh}::int[]) order by seg`;
      if (this.known.size === 0) this.documents.expect(rows.reduce((sum, { nDocs }) => sum + nDocs, 0));
      for (const row of rows) await this.readSegment(tx, row);
    }
    this.current = current;
    return fresh.length > 0;
  }

  private async readDeletions(tx: Sql, ids: number[]): Promise<void> {
    const rows = await tx<{ id: number; docNos: number[] }[]>`
      select id, doc_nos from search_deletions where shelf = ${this.shelf} and id = any(${ids}::int[])`;
    for (const { id, docNos } of rows) {
      this.documents.bury(docNos);
      this.deletions.add(id);
    }
  }

  /** Whether all of its documents are known from the segments that were merged into it. */
  private isMerged({ parents }: Row): boolean {
    return parents.length > 0 && parents.every((parent) => this.known.has(parent));
  }

  private async readSegment(tx: Sql, row: Row): Promise<void> {
    const { seg, parents, nDocs } = row;
    if (!this.isMerged(row)) {
      const bytes = Buffer.allocUnsafe(Math.min(nDocs, documentsAtATime) * documentBytes);
      let next = this.readPart(tx, seg, 0);
      for (let from = 0; from < nDocs; from += documentsAtATime) {
        const [part] = await next;
        // The server reads the next part while this one is taken in.
        if (from + documentsAtATime < nDocs) next = this.readPart(tx, seg, from + documentsAtATime);
        const length = bytes.write(part?.docs ?? '', 'base64');
        this.documents.addSegmentDocuments(bytes.subarray(0, length));
      }
    }
    if (parents.length > 0) for (const cache of this.caches) cache.succeed(parents, seg);
    this.known.add(seg);
  }

  private readPart(tx: Sql, seg: number, from: number): Promise<{ docs: string }[]> {
    const reading = tx<{ docs: string }[]>`
      select encode(substring(docs from ${from * documentBytes + 1} for ${documentsAtATime * documentBytes}),
                    'base64') as docs
      from search_segments where shelf = ${this.shelf} and seg = ${seg}`.execute();
    reading.catch(() => undefined); // the error is reported where it is awaited
    return reading;
  }
}
