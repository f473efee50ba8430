import type { Sql } from '../../postgres/connect.ts';
import { docsOf } from './codec.ts';
import { type Run, runsOf } from './positions.ts';

/** The positions of a term in a segment; without runs where it does not occur. */
export type TermPositions = { seg: number; term: string; runs: readonly Run[] };

type Row = { seg: number; term: string; df: number; post: Buffer; pos: Buffer };

/** Overhead of an entry in addition to its positions. */
const entryBytes = 300;

/** A cache of positions by segment and term. Bounded; the least recently used are evicted first. */
export class PositionCache {
  /** In the order of use. */
  private readonly entries = new Map<string, TermPositions>();
  private bytes = 0;

  private readonly shelf: number;
  private readonly mostBytes: number;

  constructor(collectionId: number, mostBytes: number) {
    this.shelf = collectionId;
    this.mostBytes = mostBytes;
  }

  /** The positions of these terms in these segments; what is not here is read by one statement, which is sent at once. */
  of(tx: Sql, terms: readonly string[], segments: readonly number[]): Promise<TermPositions[]> {
    const known: TermPositions[] = [];
    const missing = { terms: new Set<string>(), segments: new Set<number>() };
    for (const seg of segments)
      for (const term of terms) {
        const entry = this.use(seg, term);
        if (entry) known.push(entry);
        else {
          missing.terms.add(term);
          missing.segments.add(seg);
        }
      }
    if (missing.terms.size === 0) return Promise.resolve(known);
    const rows = tx<Row[]>`
      select seg, term, df, post, pos from search_postings
      where shelf = ${this.shelf} and term = any(${[...missing.terms]}::text[])
        and seg = any(${[...missing.segments]}::int[])`.execute();
    return rows.then((found) => this.keep(known, missing, found));
  }

  private keep(
    known: TermPositions[],
    missing: { terms: ReadonlySet<string>; segments: ReadonlySet<number> },
    rows: readonly Row[],
  ): TermPositions[] {
    const all = new Map(known.map((entry) => [keyOf(entry.seg, entry.term), entry]));
    const read = new Map(rows.map((row) => [keyOf(row.seg, row.term), row]));
    for (const seg of missing.segments)
      for (const term of missing.terms) {
        const key = keyOf(seg, term);
        if (all.has(key)) continue;
        all.set(key, this.use(seg, term) ?? this.add(seg, term, read.get(key)));
      }
    this.shrink();
    return [...all.values()];
  }

  private add(seg: number, term: string, row: Row | undefined): TermPositions {
    const entry = { seg, term, runs: row ? runsOf({ docs: docsOf(row), pos: row.pos }) : [] };
    this.entries.set(keyOf(seg, term), entry);
    this.bytes += cost(entry);
    return entry;
  }

  /** An entry that is there, which then counts as the one used last. */
  private use(seg: number, term: string): TermPositions | undefined {
    const key = keyOf(seg, term);
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry;
  }

  private shrink(): void {
    for (const [key, entry] of this.entries) {
      if (this.bytes <= this.mostBytes) return;
      this.entries.delete(key);
      this.bytes -= cost(entry);
    }
  }
}

const keyOf = (seg: number, term: string): string => `${seg} ${term}`;
const cost = ({ runs }: TermPositions): number =>
  runs.reduce((sum, { docs }) => sum + docs.length * 4, (runs[0]?.pos.length ?? 0) + entryBytes);
