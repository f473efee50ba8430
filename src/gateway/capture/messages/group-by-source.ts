import { setImmediate as breath } from 'node:timers/promises';
import type { CaptureFacts, CaptureVersion } from '../../../db/capture/version.ts';
import { longestInline } from '../../redaction/in-thread.ts';
import { lengthOf } from '../../redaction/input.ts';
import type { Captured, Source } from './captured.ts';
import { cleanFacts, joined } from './facts.ts';
import { storableId } from './ids.ts';
import { prepareSource } from './prepare.ts';
import { type Cleaning, prepareInThread } from './prepare-in-thread.ts';

/** The captured items of one conversation. */
export type Group = {
  source: Source;
  versions: CaptureVersion[];
  retracted: string[];
  facts?: CaptureFacts | undefined;
};

/** Counts of skipped lines and removed secrets, by reason and kind. */
export class Tally {
  readonly skipped: Record<string, number> = {};
  readonly redacted: Record<string, number> = {};

  skip(reason: string, count = 1): void {
    if (count === 0) return;
    this.skipped[reason] = (this.skipped[reason] ?? 0) + count;
  }

  redact(found: Readonly<Record<string, number>>): void {
    for (const [kind, count] of Object.entries(found))
      this.redacted[kind] = (this.redacted[kind] ?? 0) + count;
  }
}

/**
 * Prepares captured items for storing and groups them by conversation. Messages taken back within the same reading are
 * not stored at all. Yields to the event loop between parts of long input.
 *
 * @throws RedactionBudgetExceeded when the redaction of one message exceeds its time limit.
 */
export async function groupBySource(
  captured: readonly Captured[],
  tally: Tally,
  cleaning: Cleaning = {},
): Promise<Group[]> {
  const { secrets = 'removed' } = cleaning;
  let characters = 0;
  const groups = new Map<string, Group>();
  const groupOf = (source: Source): Group => {
    const known = groups.get(source.key);
    // What started a conversation may be told only by its second line.
    if (known && source.parent && !known.source.parent) known.source = prepareSource(source, secrets);
    if (known) return known;
    const made: Group = { source: prepareSource(source, secrets), versions: [], retracted: [] };
    groups.set(source.key, made);
    return made;
  };
  for (const item of captured) {
    if (item.type === 'skip') tally.skip(item.reason);
    else if (item.type === 'retract') {
      const group = groupOf(item.source);
      const before = group.versions.length;
      const ids = item.ids.map(storableId);
      group.versions = group.versions.filter((version) => !ids.includes(version.id));
      tally.skip('taken back', before - group.versions.length);
      group.retracted.push(...ids);
    } else if (item.type === 'about') {
      const group = groupOf(item.source);
      group.facts = joined(group.facts, cleanFacts(item.facts, secrets));
    } else if (item.type === 'message') {
      const {
        redactions,
        type: _,
        source,
        call: __,
        states: ___,
        ...version
      } = await prepareInThread(item, cleaning);
      tally.redact(redactions);
      groupOf(source).versions.push(version);
      characters += lengthOf(item);
      if (characters < longestInline) continue;
      characters = 0;
      await breath();
    }
  }
  return [...groups.values()];
}
