import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { storeTogether } from '../../src/db/capture/store-together.ts';
import { Tally } from '../../src/gateway/capture/messages/group-by-source.ts';
import type { Store } from '../../src/gateway/capture/messages/store.ts';
import {
  addCounts,
  type Counts,
  helpWith,
  lakeStore,
  noCounts,
} from '../../src/gateway/capture/messages/store.ts';
import { readRecords } from '../../src/gateway/capture/store-records.ts';
import { ingestReading } from '../../src/gateway/capture/transcripts/ingest.ts';
import { openCaptured, readCaptured } from '../../src/gateway/capture/transcripts/read.ts';
import type { TestLake } from './lake.ts';

export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/capture/${name}`, import.meta.url));

export const storeOf = (lake: TestLake): Store => lakeStore(lake.db.sql, lake.deps.newId);

/** Stores a whole file, as `dewey import` does. */
export async function importFile(lake: TestLake, path: string): Promise<Counts & { tally: Tally }> {
  const file = await openCaptured(path);
  if (!file) throw new Error(`${path} is empty`);
  const parser = file.format.parser(file.origin);
  const tally = new Tally();
  const following = { after: {} };
  const counts = noCounts();
  for await (const reading of readCaptured(file, parser))
    addCounts(counts, await ingestReading(storeOf(lake), file, reading, following, tally));
  await file.handle.close();
  return { ...counts, tally };
}

/** The hook events of a fixture session, in order of arrival. */
export async function hookStream(name: string): Promise<{ received_at: string; body: unknown }[]> {
  const text = await readFile(fixture(`claude-code/hooks/streams/${name}.hooks.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Stores events as the spool does, this many per transaction. */
export async function sendHooks(
  lake: TestLake,
  events: readonly { received_at: string; body: unknown }[],
  together: () => number = () => 1,
): Promise<Counts> {
  const counts = noCounts();
  const waiting = [...events];
  while (waiting.length > 0) {
    const records = waiting
      .splice(0, together())
      .map(({ received_at: at, body: event }) => ({ kind: 'hook' as const, at, event }));
    const { batches } = await readRecords(records, 'removed');
    const outcomes = await storeTogether(lake.db.sql, batches, [], helpWith(lake.deps.newId));
    for (const outcome of outcomes) addCounts(counts, outcome);
  }
  return counts;
}

export type StoredRow = {
  turn: number;
  role: string;
  content: string;
  externalId: string;
  metadata: Record<string, unknown>;
};

/** The rows of a source in order. */
export async function rowsOf(lake: TestLake, key: string): Promise<StoredRow[]> {
  const rows = await lake.db.sql<(Omit<StoredRow, 'metadata'> & { metadata: string })[]>`
    select turn_number as turn, role, content, m.external_id, m.metadata::text as metadata
    from messages m join capture_sources s using (conversation_id) where s.key = ${key} order by turn_number`;
  return rows.map((row) => ({ ...row, metadata: JSON.parse(row.metadata ?? '{}') }));
}

/** Removes everything that was captured, so that the next scenario starts from nothing. */
export async function forget(lake: TestLake): Promise<void> {
  for (const table of [
    'conversations',
    'conversation_keys',
    'capture_sources',
    'tombstones',
    'capture_positions',
  ])
    await lake.db.sql`delete from ${lake.db.sql(table)}`;
}
