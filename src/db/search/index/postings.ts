import type { Sql } from '../../postgres/connect.ts';
import { readPostings } from './codec.ts';
import { keepNew } from './order.ts';
import { mostTogether, readTerm } from './term-bytes.ts';
import { grown } from './units.ts';

/** The documents that contain a term, with its frequency in each. */
export type List = {
  docs: Int32Array;
  counts: Uint8Array;
  size: number;
  /** Absent where the list is made for one query: the bytes of what is kept beside it. */
  kept?: { bytes: number };
};

type Cached = List & {
  kept: { bytes: number };
  segments: Set<number>;
  /** Segments of which it has some of the documents, since it had some of those that were merged into them. */
  partial: Set<number>;
  used: number;
  charged: number;
};
type Row = { seg: number; term: string; df: number; post: Buffer | null };

/** Overhead of an entry in addition to its postings. */
const entryBytes = 300;

/**
 * A cache of postings by term. A cached term covers certain segments; newer ones are fetched and appended. Bounded; the
 * least recently used terms are evicted first.
 */
export class Postings {
  private readonly terms = new Map<string, Cached>();
  private bytes = 0;
  private clock = 0;

  private readonly shelf: number;
  private readonly mostBytes: number;
  private readonly together: number;

  constructor(collectionId: number, mostBytes: number, together = mostTogether) {
    this.shelf = collectionId;
    this.mostBytes = mostBytes;
    this.together = together;
  }

  /** Records that segment `by` has replaced the segments `merged`, with the same contents. */
  succeed(merged: readonly number[], by: number): void {
    for (const { segments, partial } of this.terms.values()) {
      const held = merged.filter((segment) => segments.has(segment)).length;
      if (held === 0 && !merged.some((segment) => partial.has(segment))) continue;
      for (const segment of merged) {
        segments.delete(segment);
        partial.delete(segment);
      }
      (held === merged.length ? segments : partial).add(by);
    }
  }

  /** Begins a search: what is read from here on stays until the next one. */
  begin(): void {
    this.clock += 1;
  }

  /** The postings of these terms in exactly these segments. */
  async lists(tx: Sql, terms: readonly string[], current: ReadonlySet<number>): Promise<Map<string, List>> {
    const found = new Map<string, Cached>();
    const missing = new Map<string, { segments: number[]; terms: string[] }>();
    for (const term of terms) {
      const list = this.get(term, current);
      found.set(term, list);
      const segments = [...current].filter((segment) => !list.segments.has(segment));
      if (segments.length === 0) continue;
      const group = missing.get(segments.join()) ?? { segments, terms: [] };
      group.terms.push(term);
      missing.set(segments.join(), group);
    }
    for (const { segments, terms: wanted } of missing.values()) {
      const rows = await tx<Row[]>`
        select seg, term, df, case when df <= ${this.together} then post end as post from search_postings
        where shelf = ${this.shelf} and seg = any(${segments}::int[]) and term = any(${wanted}::text[])
        order by seg`;
      const byTerm = new Map<string, Row[]>(wanted.map((term) => [term, []]));
      for (const row of rows) byTerm.get(row.term)?.push(row);
      for (const [term, own] of byTerm) await this.append(tx, found.get(term), segments, own);
    }
    for (const list of found.values()) {
      list.used = this.clock;
      this.charge(list);
    }
    this.shrink();
    return found;
  }

  private get(term: string, current: ReadonlySet<number>): Cached {
    const known = this.terms.get(term);
    if (known && [...known.segments, ...known.partial].every((segment) => current.has(segment))) return known;
    // One of its segments was replaced by one we never loaded: read the term again.
    if (known) this.drop(term, known);
    const list: Cached = {
      docs: new Int32Array(0),
      counts: new Uint8Array(0),
      size: 0,
      kept: { bytes: 0 },
      segments: new Set(),
      partial: new Set(),
      used: 0,
      charged: 0,
    };
    this.terms.set(term, list);
    return list;
  }

  /** Appends a term's postings in these segments. Until all are read, the list stays as it is. */
  private async append(
    tx: Sql,
    list: Cached | undefined,
    segments: readonly number[],
    rows: readonly Row[],
  ): Promise<void> {
    if (!list) return;
    const added = rows.reduce((sum, { df }) => sum + df, 0);
    const more = { docs: list.docs, counts: list.counts, size: list.size };
    if (added > 0) {
      more.docs = grown(list.docs.subarray(0, list.size), new Int32Array(list.size + added));
      more.counts = grown(list.counts.subarray(0, list.size), new Uint8Array(list.size + added));
    }
    for (const { seg, term, post } of rows) {
      const bytes = post ?? (await readTerm(tx, 'post', { shelf: this.shelf, seg, term }));
      const end = readPostings(bytes, more.docs, more.counts, more.size);
      more.size = list.partial.has(seg) ? keepNew(more, end) : end;
    }
    // Another search may have read them meanwhile.
    if (segments.some((segment) => list.segments.has(segment))) return;
    Object.assign(list, more);
    for (const segment of segments) {
      list.segments.add(segment);
      list.partial.delete(segment);
    }
  }

  private shrink(): void {
    if (this.bytes <= this.mostBytes) return;
    for (const [term, list] of [...this.terms].sort(([, a], [, b]) => a.used - b.used)) {
      if (this.bytes <= this.mostBytes * 0.75 || list.used === this.clock) return;
      this.drop(term, list);
    }
  }

  private charge(list: Cached): void {
    const now = list.docs.length * 5 + list.kept.bytes + entryBytes;
    this.bytes += now - list.charged;
    list.charged = now;
  }

  private drop(term: string, list: Cached): void {
    this.terms.delete(term);
    this.bytes -= list.charged;
  }
}
