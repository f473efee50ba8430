import type { Tally } from './groups.ts';
import type { Counts } from './ingest.ts';

/** The ways by which messages come in. */
export type Way = 'hook' | 'tail' | 'proxy' | 'import';

/** What capture has done since the start, for metrics and health. */
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
      bump(this.skipped, `${way} ${reason}`, count);
    for (const [kind, count] of Object.entries(tally.redacted)) bump(this.redacted, kind, count);
  }
}

function bump(map: Map<string, number>, key: string, by: number): void {
  if (by > 0) map.set(key, (map.get(key) ?? 0) + by);
}
