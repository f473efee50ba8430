import type { CaptureVersion } from '../../db/capture/version.ts';
import { prepare } from './prepare.ts';
import type { Captured, Source } from './record.ts';

/** What a reading says of one conversation. */
export type Group = { source: Source; versions: CaptureVersion[]; retracted: string[] };

/** What came of lines and messages, by reason. */
export class Tally {
  readonly skipped: Record<string, number> = {};
  readonly redacted: Record<string, number> = {};

  skip(reason: string, count = 1): void {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + count;
  }

  redact(found: Readonly<Record<string, number>>): void {
    for (const [kind, count] of Object.entries(found))
      this.redacted[kind] = (this.redacted[kind] ?? 0) + count;
  }
}

/**
 * Prepares what was captured for storing and puts together what belongs to one conversation. What was said and taken
 * back within the same reading is not stored at all.
 */
export function groupBySource(captured: readonly Captured[], tally: Tally): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = (source: Source): Group => {
    const known = groups.get(source.key);
    if (known) return known;
    const made = { source, versions: [], retracted: [] };
    groups.set(source.key, made);
    return made;
  };
  for (const item of captured) {
    if (item.type === 'skip') tally.skip(item.reason);
    else if (item.type === 'retract') {
      const group = groupOf(item.source);
      const before = group.versions.length;
      group.versions = group.versions.filter((version) => !item.ids.includes(version.id));
      tally.skip('taken back', before - group.versions.length);
      group.retracted.push(...item.ids);
    } else {
      const { redactions, type: _, source, call: __, ...version } = prepare(item);
      tally.redact(redactions);
      groupOf(source).versions.push(version);
    }
  }
  return [...groups.values()];
}
