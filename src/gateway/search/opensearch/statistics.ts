import type { Statistics } from '../../../db/search/candidates/candidates.ts';
import { term } from './query.ts';
import type { SearchReply } from './replies.ts';

/** A search of one `_msearch`. */
export type Search = Record<string, unknown>;

/** In a small index figures change much with each document; in a large one they are kept for a while. */
const smallIndex = 20_000;
const keptMs = 60_000;
const mostTerms = 20_000;

type Totals = Pick<Statistics, 'documents' | 'words' | 'groups'>;

const countAll: Search = {
  size: 0,
  track_total_hits: true,
  aggs: {
    words: { sum: { field: 'length' } },
    groups: { cardinality: { field: 'group' } },
    linked: { max: { field: 'previous' } },
  },
};
const countTerm = (value: string): Search => ({ size: 0, track_total_hits: true, query: term(value) });

/** The statistics of one index that ranking needs: how many documents there are, and how many have a term. */
export class StatisticsCache {
  /** Some documents follow others. */
  linked = false;
  private totals: { at: number; is: Totals } | undefined;
  private readonly frequencies = new Map<string, { at: number; is: number }>();

  /** The searches that fill in what is not known. */
  searches(terms: readonly string[]): Search[] {
    return [...(this.fresh(this.totals) ? [] : [countAll]), ...this.missing(terms).map(countTerm)];
  }

  /** Takes the replies to {@link searches}, in their order. */
  take(terms: readonly string[], replies: readonly SearchReply[]): void {
    const now = performance.now();
    const missing = this.missing(terms);
    const rest = [...replies];
    if (!this.fresh(this.totals)) {
      const { hits, aggregations } = rest.shift() ?? {};
      const is = {
        documents: hits?.total.value ?? 0,
        words: aggregations?.words?.value ?? 0,
        groups: aggregations?.groups?.value ?? 0,
      };
      this.totals = { at: now, is };
      this.linked = (aggregations?.linked?.value ?? -1) >= 0;
    }
    if (this.frequencies.size + missing.length > mostTerms) this.frequencies.clear();
    for (const [i, value] of missing.entries())
      this.frequencies.set(value, { at: now, is: rest[i]?.hits.total.value ?? 0 });
  }

  get all(): Totals {
    return this.totals?.is ?? { documents: 0, words: 0, groups: 0 };
  }

  frequency(value: string): number {
    return this.frequencies.get(value)?.is ?? 0;
  }

  private missing(terms: readonly string[]): string[] {
    return terms.filter((value) => !this.fresh(this.frequencies.get(value)));
  }

  private fresh(known: { at: number } | undefined): boolean {
    if (known === undefined) return false;
    return (this.totals?.is.documents ?? 0) > smallIndex && performance.now() - known.at < keptMs;
  }
}
