import type { ReaderPosition } from '../../db/capture/store.ts';
import { groupBySource, type Tally } from './groups.ts';
import { readHook } from './hooks.ts';
import { addCounts, type Counts, noCounts, type Store } from './ingest.ts';

/** Stores what a hook event says, together with the position of whoever read it. May be given the same event again. */
export async function ingestHook(
  store: Store,
  event: unknown,
  receivedAt: string | undefined,
  tally: Tally,
  positions: ReaderPosition[] = [],
): Promise<Counts> {
  const { captured, source, settled } = readHook(event, receivedAt);
  const groups = groupBySource(captured, tally);
  if (groups.length === 0 && source && settled) groups.push({ source, versions: [], retracted: [] });
  const counts = noCounts();
  for (const [i, group] of groups.entries()) {
    const last = i === groups.length - 1;
    const batch = { ...group, ordered: false, settled, positions: last ? positions : [] };
    addCounts(counts, await store.put(batch));
  }
  return counts;
}
