import type { Tally } from './group-by-source.ts';
import type { Counts } from './store.ts';

/** The sources of captured messages. */
export type Way = 'hook' | 'tail' | 'proxy' | 'import';

const mostReasons = 200;
const longestReason = 40;

/** Counters of capture since the start, for metrics and health. */
export class Figures {
  readonly messages = new Map<string, number>(); // by "way outcome"
  readonly skipped = new Map<string, number>(); // by "way reason"
  readonly redacted = new Map<string, number>(); // by kind
  poison = 0;
  dropped = 0;
  failures = 0;

  add(way: Way, counts: Readonly<Counts>, tally: Tally): void {
    for (const outcome of ['stored', 'completed', 'duplicates', 'retracted', 'deleted'] as const)
      bump(this.messages, `${way} ${outcome}`, counts[outcome]);
    for (const [reason, count] of Object.entries(tally.skipped))
      bump(this.skipped, `${way} ${this.#known(way, reason)}`, count);
    for (const [kind, count] of Object.entries(tally.redacted)) bump(this.redacted, kind, count);
  }

  /** Reasons may come from the input: without a bound, a sender could fill memory and the metrics. */
  #known(way: Way, reason: string): string {
    if (this.skipped.has(`${way} ${reason}`)) return reason;
    return this.skipped.size < mostReasons && reason.length <= longestReason ? reason : 'other';
  }
}

function bump(map: Map<string, number>, key: string, by: number): void {
  if (by > 0) map.set(key, (map.get(key) ?? 0) + by);
}
