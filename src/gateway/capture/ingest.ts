import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import {
  type CaptureBatch,
  type CaptureOutcome,
  type RawLines,
  type ReaderPosition,
  storeCaptured,
} from '../../db/capture/store.ts';
import type { Pool } from '../../db/connect.ts';
import { failureCode } from '../../db/failure.ts';
import { groupBySource, type Tally } from './groups.ts';
import type { OpenFile, Reading } from './read.ts';
import type { Source } from './record.ts';
import { clean, cleanLine } from './redact.ts';

const compress = promisify(gzip);

/** Where captured messages go: the database, or a gateway that has it. */
export type Store = { put(batch: CaptureBatch): Promise<CaptureOutcome> };

/** The database of this process. */
export function lakeStore(sql: Pool, newId: () => string): Store {
  const help = { newId, clean: (text: string) => clean(text, {}) };
  return { put: (batch) => again(() => storeCaptured(sql, batch, help)) };
}

/** What became of messages. */
export type Counts = Omit<CaptureOutcome, 'conversationId' | 'last'>;

export const noCounts = (): Counts => ({ stored: 0, completed: 0, duplicates: 0, retracted: 0, deleted: 0 });

const countNames = ['stored', 'completed', 'duplicates', 'retracted', 'deleted'] as const;

export function addCounts(sum: Counts, more: Readonly<Counts>): void {
  for (const key of countNames) sum[key] += more[key];
}

/** Where a reader of a file stands, beside its parser's own state: the last row of each conversation. */
export type Following = { after: Record<string, string>; source?: Source | undefined };

export type IngestOptions = {
  /** Saved in the same transaction as the last of the messages, with where the reader stands then. */
  position?: (Omit<ReaderPosition, 'state'> & { parser: unknown }) | undefined;
  revive?: boolean;
};

/** Stores what a stretch of a file says. May be given the same stretch again. */
export async function ingestReading(
  store: Store,
  file: Pick<OpenFile, 'fingerprint' | 'format'>,
  reading: Reading,
  following: Following,
  tally: Tally,
  options: IngestOptions = {},
): Promise<Counts> {
  const groups = groupBySource(reading.captured, tally);
  following.source = groups.at(-1)?.source ?? following.source;
  const raw = await rawLines(file, reading);
  // Lines that hold no message belong to the conversation around them.
  if (groups.length === 0 && following.source && (raw || options.position))
    groups.push({ source: following.source, versions: [], retracted: [] });
  const counts = noCounts();
  for (const [i, group] of groups.entries()) {
    const isLast = i === groups.length - 1;
    const outcome = await store.put({
      ...group,
      ordered: true,
      after: following.after[group.source.key],
      raw: isLast ? raw : undefined,
      ...(isLast && options.position
        ? { positions: [positionOf(options.position, following, group.source.key)] }
        : {}),
      revive: options.revive ?? false,
    });
    addCounts(counts, outcome);
    if (outcome.last !== undefined) following.after[group.source.key] = outcome.last;
  }
  return counts;
}

/** What a reader remembers: its parser's state, and the last row of each conversation once this batch is stored. */
function positionOf(
  { parser, ...position }: NonNullable<IngestOptions['position']>,
  { after, source }: Following,
  key: string,
): ReaderPosition {
  const state = (last: string | undefined) => ({
    parser,
    following: { source, after: last === undefined ? after : { ...after, [key]: last } },
  });
  return { ...position, state };
}

const collisions = new Set(['23505', '40001', '40P01']);

/** Two that make the same conversation or message at the same moment: one has to look again. */
async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 4; ; left -= 1)
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !collisions.has(failureCode(error) ?? '')) throw error;
    }
}

async function rawLines(
  file: Pick<OpenFile, 'fingerprint'>,
  { raw }: Reading,
): Promise<RawLines | undefined> {
  const first = raw[0];
  const last = raw.at(-1);
  if (!first || !last) return undefined;
  const text = raw.map(({ line, value }) => cleanLine(line.text, value)).join('\n');
  const data = await compress(text, { level: constants.Z_BEST_SPEED });
  return {
    fingerprint: file.fingerprint,
    start: first.line.start,
    end: last.line.end,
    lines: raw.length,
    data,
  };
}
