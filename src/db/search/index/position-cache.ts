import type { Sql } from '../../postgres/connect.ts';
import { Places } from './places.ts';
import type { TermRow } from './segment-rows.ts';
import { mostTogether, readTerm } from './term-bytes.ts';

/** A term in a segment; without its bytes if these are read by themselves. */
type Row = { seg: number; term: string; df: number; post: Buffer | null; pos: Buffer | null };

/** Overhead of an entry in addition to its positions. */
const entryBytes = 300;
/** Segments read by one statement. */
const segmentsAtATime = 4;
/** One of so many documents is little. */
const littleShare = 8;

type Cached = { places: Places; used: number; charged: number };

/** A cache of positions by term. Bounded; the least recently used terms are evicted first. */
export class PositionCache {
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
    for (const [term, { places }] of this.terms) {
      const held = merged.filter((segment) => places.segments.delete(segment)).length;
      if (held === merged.length) places.segments.add(by);
      else if (held > 0) this.drop(term);
    }
  }

  /**
   * The positions of terms in these segments. While those of some segments are taken in, the server reads the next ones.
   *
   * @param isLate asked before more segments are read; the next ones are all the same where they are little beside the others.
   * @returns `complete` is false when the time was up; what was read by then is there.
   */
  async of(
    tx: Sql,
    terms: readonly string[],
    current: ReadonlySet<number>,
    isLate: () => boolean,
  ): Promise<{ places: Map<string, Places>; complete: boolean }> {
    this.clock += 1;
    const found = new Map(terms.map((term) => [term, this.get(term, current)]));
    const all = [...current].sort((a, b) => a - b);
    const missing = all.filter((seg) => [...found.values()].some((places) => !places.segments.has(seg)));
    let complete = true;
    let taken = 0;
    // What nobody asks for now makes room before more is read.
    if (missing.length > 0) this.shrink();
    let next = this.read(tx, found, missing.slice(0, segmentsAtATime));
    for (let from = 0; from < missing.length; from += segmentsAtATime) {
      const rows = await next;
      const to = from + segmentsAtATime;
      taken += documentsIn(rows);
      if (to < missing.length) {
        next = this.read(tx, found, missing.slice(to, to + segmentsAtATime));
        complete = !isLate() || documentsIn(await next) * littleShare <= taken;
      }
      // What has been read is used in any case: a part of the results is worth more than none.
      for (const [term, places] of found) {
        const isMissing = (row: Row) => row.term === term && !places.segments.has(row.seg);
        const common = rows.filter((row) => row.post === null && isMissing(row));
        for (const row of common) await this.takeCommon(tx, places, row);
        places.take(rows.flatMap((row) => (isMissing(row) ? small(row) : [])));
        for (const seg of missing.slice(from, to)) places.segments.add(seg);
      }
      if (!complete) break;
    }
    for (const term of terms) this.charge(term);
    this.shrink();
    return { places: found, complete };
  }

  private read(tx: Sql, wanted: ReadonlyMap<string, Places>, segments: readonly number[]): Promise<Row[]> {
    const terms = [...wanted].filter(([, places]) => !segments.every((seg) => places.segments.has(seg)));
    if (terms.length === 0) return Promise.resolve([]);
    const rows = tx<Row[]>`
      select seg, term, df, case when df <= ${this.together} then post end as post,
             case when df <= ${this.together} then pos end as pos
      from search_postings where shelf = ${this.shelf} and term = any(${terms.map(([term]) => term)}::text[])
        and seg = any(${segments}::int[])`.execute();
    rows.catch(() => undefined); // the error is reported where it is awaited
    return rows;
  }

  /** Takes the positions of a term that is in many documents of a segment. */
  private async takeCommon(tx: Sql, places: Places, { seg, term, df }: Row): Promise<void> {
    const key = { shelf: this.shelf, seg, term };
    const post = await readTerm(tx, 'post', key);
    const pos = await readTerm(tx, 'pos', key);
    // Another search may have read them meanwhile.
    if (places.segments.has(seg)) return;
    places.take([{ df, post, pos }]);
    places.segments.add(seg);
  }

  private get(term: string, current: ReadonlySet<number>): Places {
    const known = this.terms.get(term);
    const isCurrent = known && [...known.places.segments].every((segment) => current.has(segment));
    if (known && !isCurrent) this.drop(term);
    const entry = known && isCurrent ? known : { places: new Places(), used: 0, charged: 0 };
    entry.used = this.clock;
    this.terms.set(term, entry);
    return entry.places;
  }

  private charge(term: string): void {
    const entry = this.terms.get(term);
    if (!entry) return;
    const now = entry.places.bytes + entryBytes;
    this.bytes += now - entry.charged;
    entry.charged = now;
  }

  private shrink(): void {
    if (this.bytes <= this.mostBytes) return;
    for (const [term, { used }] of [...this.terms].sort(([, a], [, b]) => a.used - b.used)) {
      if (this.bytes <= this.mostBytes * 0.75 || used === this.clock) return;
      this.drop(term);
    }
  }

  private drop(term: string): void {
    this.bytes -= this.terms.get(term)?.charged ?? 0;
    this.terms.delete(term);
  }
}

const documentsIn = (rows: readonly Row[]): number => rows.reduce((sum, { df }) => sum + df, 0);

const small = ({ df, post, pos }: Row): TermRow[] => (post && pos ? [{ df, post, pos }] : []);
