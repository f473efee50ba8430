import type { CaptureBatch, CaptureOutcome, ReaderPosition } from '../../db/capture/batch.ts';
import { storeTogether } from '../../db/capture/store-together.ts';
import type { CaptureVersion } from '../../db/capture/version.ts';
import type { Pool, Sql } from '../../db/postgres/connect.ts';
import type { Secrets } from '../config/redaction.ts';
import { readHook } from './hooks/read-event.ts';
import type { Figures, Way } from './messages/counters.ts';
import { groupBySource, Tally } from './messages/group-by-source.ts';
import { addCounts, again, helpWith, noCounts } from './messages/store.ts';
import { messageOf } from './proxy/ingest.ts';
import { keepRun, type ProxiedRun, runOf } from './proxy/runs.ts';
import type { SpoolRecord } from './spool/segment.ts';

type Batch = CaptureBatch & { versions: CaptureVersion[] };

/** Spool records grouped by conversation. Storing the groups has the same effect as storing the records one by one. */
export type Reading = {
  batches: Batch[];
  ways: Way[];
  tallies: Record<'hook' | 'proxy', Tally>;
  runs: ProxiedRun[];
};

/**
 * Groups records by conversation, so that each conversation is stored at once. A settling event is a batch of its own: once it
 * is stored, later messages are distinguished from those before it.
 *
 * @throws when any record cannot be read.
 */
export async function readRecords(records: readonly SpoolRecord[], secrets: Secrets): Promise<Reading> {
  const tallies = { hook: new Tally(), proxy: new Tally() };
  const reading: Reading = { batches: [], ways: [], tallies, runs: [] };
  const open = new Map<string, Batch>();
  for (const record of records) {
    const { captured, source, settled } = read(record);
    const run = record.kind === 'proxy' ? await runOf(record.call, secrets) : undefined;
    if (run) reading.runs.push(run);
    const groups = await groupBySource(captured, reading.tallies[record.kind], { secrets });
    if (groups.length === 0 && source && settled) groups.push({ source, versions: [], retracted: [] });
    for (const group of groups) {
      const before = open.get(group.source.key);
      if (before && !settled) before.versions.push(...group.versions);
      else {
        const batch: Batch = { ...group, ordered: false, settled };
        reading.batches.push(batch);
        reading.ways.push(record.kind);
        if (settled) open.delete(group.source.key);
        else open.set(group.source.key, batch);
      }
    }
  }
  return reading;
}

function read(record: SpoolRecord): ReturnType<typeof readHook> {
  const at = timeOf(record.at);
  switch (record.kind) {
    case 'hook':
      return readHook(record.event, at);
    case 'proxy':
      return { captured: [messageOf(record.call, at)], source: undefined, settled: false };
    default:
      throw new Error('unknown kind of spool record');
  }
}

/** A badly set clock may produce a time outside PostgreSQL's range. */
function timeOf(at: unknown): string | undefined {
  const time = typeof at === 'string' ? new Date(at) : undefined;
  const year = time?.getUTCFullYear() ?? Number.NaN;
  return time && year >= 1 && year <= 9999 ? time.toISOString() : undefined;
}

/** Stores spool records in one transaction, together with their reader positions. Safe to repeat. */
export async function storeRecords(
  sql: Pool,
  newId: () => string,
  records: readonly SpoolRecord[],
  positions: readonly ReaderPosition[],
  { figures, secrets = 'removed' }: { figures?: Figures; secrets?: Secrets } = {},
): Promise<void> {
  const { batches, ways, tallies, runs } = await readRecords(records, secrets);
  const keepRuns = async (tx: Sql, outcomes: readonly CaptureOutcome[]) => {
    const ids = new Map(batches.map(({ source }, i) => [source.key, outcomes[i]?.conversationId]));
    for (const run of runs) {
      const id = ids.get(run.source);
      // A conversation that a user deleted takes nothing any more.
      if (id !== undefined) await keepRun(tx, run, id, newId);
    }
  };
  const outcomes = await again(() =>
    storeTogether(sql, batches, positions, helpWith(newId, secrets), keepRuns),
  );
  for (const way of ['hook', 'proxy'] as const) {
    const counts = noCounts();
    for (const [i, outcome] of outcomes.entries()) if (ways[i] === way) addCounts(counts, outcome);
    figures?.add(way, counts, tallies[way]);
  }
}
