import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findVersion } from '../../db/capture/find-version.ts';
import type { Pool } from '../../db/postgres/connect.ts';
import { measureSpool } from './spool/append.ts';
import { letterIds } from './spool/letters.ts';
import { decodeRecord, openSuffix, sealedSuffix } from './spool/segment.ts';
import { readRecords } from './store-records.ts';
import { readLines } from './transcripts/read-lines.ts';

/** Where the acknowledged records of a spool are, as counts. */
export type SpoolReport = {
  /** Not drained yet. */
  waiting: number;
  /** Drained, and found in the lake by their ids. */
  stored: number;
  /** Drained, and part of a conversation that a user deleted. */
  deleted: number;
  /** Drained, and now a dead letter. */
  set_aside: number;
  /** Drained, but found nowhere. */
  missing: number;
  /** In segments that are already gone, as counted by the drainer. */
  unaccounted: number;
  /** All dead letters. */
  dead_letters: number;
  /** Segment and end offset of the first hundred missing records. */
  faults: string[];
};

const mostFaults = 100;

/** Checks that every record of the spool is waiting, a dead letter, or in the lake. Changes nothing. */
export async function verifySpool(sql: Pool, folder: string): Promise<SpoolReport> {
  const counts = { waiting: 0, stored: 0, deleted: 0, set_aside: 0, missing: 0 };
  const report: SpoolReport = { ...counts, unaccounted: 0, dead_letters: 0, faults: [] };
  if (!existsSync(folder)) return report; // nothing has been captured yet
  const letters = await letterIds(folder);
  report.dead_letters = letters.length;
  report.unaccounted = measureSpool(folder).unaccounted;
  const aside = new Set(letters.map((id) => id.slice(0, id.lastIndexOf('.'))));
  for (const file of (await readdir(folder)).toSorted()) {
    if (!file.endsWith(openSuffix) && !file.endsWith(sealedSuffix)) continue;
    const name = file.replace(/\.(open|sealed)$/, '');
    // Read before the lines: the position only grows, so everything after it counts as waiting.
    const [saved] = await sql<{ position: string }[]>`
      select position from capture_positions where reader = ${`spool:${name}`}`;
    const drained = Number(saved?.position ?? 0);
    for await (const { text, end } of linesOf(join(folder, file))) {
      const kind =
        end > drained ? 'waiting' : aside.has(`${name}-${end}`) ? 'set_aside' : await whereIs(sql, text);
      report[kind] += 1;
      if (kind === 'missing' && report.faults.length < mostFaults) report.faults.push(`${name}-${end}`);
    }
  }
  return report;
}

async function* linesOf(path: string) {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined; // drained in the meantime
    throw error;
  });
  if (!file) return;
  try {
    for await (const { lines } of readLines(file, 0, { complete: false })) yield* lines;
  } finally {
    await file.close();
  }
}

async function whereIs(sql: Pool, line: string): Promise<'stored' | 'deleted' | 'missing'> {
  const record = decodeRecord(line);
  if (!record) return 'missing'; // damaged, but not a dead letter
  let deleted = false;
  for (const { source, versions } of (await readRecords([record], 'removed')).batches)
    for (const version of versions) {
      const found = await findVersion(sql, source, version);
      if (found === 'missing') return found;
      deleted ||= found === 'deleted';
    }
  return deleted ? 'deleted' : 'stored';
}
