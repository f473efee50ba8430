import type { Sql } from '../../postgres/connect.ts';
import { readPostings } from './codec.ts';
import { KeptList, type List } from './kept-list.ts';
import { keepNew } from './order.ts';
import { mostTogether, readTerm } from './term-bytes.ts';
import { grown } from './units.ts';

type Cached = {
  list: KeptList;
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
      const entry = this.get(term, current);
      entry.used = this.clock;
      found.set(term, entry);
      const segments = [...current].filter((segment) => !entry.segments.has(segment));
      if (segments.length === 0) continue;
      const group = missing.get(segments.join()) ?? { segments, terms: [] };
      group.terms.push(term);
      missing.set(segments.join(), group);
    }
    // What nobody asks for now makes room before more is read.
    if (missing.size > 0) this.shrink();
    for (const { segments, terms: wanted } of missing.values()) {
      const rows = await tx<Row[]>`
        select seg, term, df, case when df <= ${this.together} then post end as post from search_postings
        where shelf = ${this.shelf} and seg = any(${segments}::int[]) and term = any(${wanted}::text[])
        order by seg`;
      const byTerm = new Map<string, Row[]>(wanted.map((term) => [term, []]));
      for (const row of rows) byTerm.get(row.term)?.push(row);
      for (const [term, own] of byTerm) await this.append(tx, found.get(term), segments, own);
    }
    for (const entry of found.values()) this.charge(entry);
    this.shrink();
    return new Map([...found].map(([term, { list }]) => [term, list]));
  }

  private get(term: string, current: ReadonlySet<number>): Cached {
    const known = this.terms.get(term);
    if (known && [...known.segments, ...known.partial].every((segment) => current.has(segment))) return known;
    // One of its segments was replaced by one we never loaded: read the term again.
    if (known) this.drop(term, known);
    const [segments, partial] = [new Set<number>(), new Set<number>()];
    const entry = { list: new KeptList(), segments, partial, used: 0, charged: 0 };
    this.terms.set(term, entry);
    return entry;
  }

  /** Appends a term's postings in these segments. Until all are read, the list stays as it is. */
  private async append(
    tx: Sql,
    entry: Cached | undefined,
    segments: readonly number[],
    rows: readonly Row[],
  ): Promise<void> {
    if (!entry) return;
    const all = rows.length > 0 ? await this.join(tx, entry, rows) : undefined;
    // Another search may have read them meanwhile.
    if (segments.some((segment) => entry.segments.has(segment))) return;
    if (all) entry.list.take(all);
    for (const segment of segments) {
      entry.segments.add(segment);
      entry.partial.delete(segment);
    }
  }

  /** The postings of a term with those of these rows. */
  private async join(tx: Sql, { list, partial }: Cached, rows: readonly Row[]): Promise<List> {
    const most = rows.reduce((sum, { df }) => sum + df, list.size);
    const all = {
      docs: grown(list.docs.subarray(0, list.size), new Int32Array(most)),
      counts: grown(list.counts.subarray(0, list.size), new Uint8Array(most)),
      size: list.size,
    };
    for (const { seg, term, post } of rows) {
      const bytes = post ?? (await readTerm(tx, 'post', { shelf: this.shelf, seg, term }));
      const end = readPostings(bytes, all.docs, all.counts, all.size);
      all.size = partial.has(seg) ? keepNew(all, end) : end;
    }
    return all;
  }

  private shrink(): void {
    if (this.bytes <= this.mostBytes) return;
    for (const [term, entry] of [...this.terms].sort(([, a], [, b]) => a.used - b.used)) {
      if (this.bytes <= this.mostBytes * 0.75 || entry.used === this.clock) return;
      this.drop(term, entry);
    }
  }

  private charge(entry: Cached): void {
    const now = entry.list.bytes + entryBytes;
    this.bytes += now - entry.charged;
    entry.charged = now;
  }

  private drop(term: string, { charged }: Cached): void {
    this.terms.delete(term);
    this.bytes -= charged;
  }
}
