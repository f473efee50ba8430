import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';
import type { ReaderPosition } from '../../../db/capture/batch.ts';
import type { RawLines } from '../../../db/capture/raw.ts';
import { longestInline as longest, redactInThread } from '../../redaction/in-thread.ts';
import { cleanLine } from '../../redaction/index.ts';
import type { Source } from '../messages/captured.ts';
import { type Group, groupBySource, type Tally } from '../messages/group-by-source.ts';
import type { Cleaning } from '../messages/prepare-in-thread.ts';
import { addCounts, type Counts, noCounts, type Store } from '../messages/store.ts';
import { dated, type LastTime } from '../messages/times.ts';
import type { OpenFile, Reading } from './read.ts';

const compress = promisify(gzip);
const shortText = 20_000;

/** A file reader's progress besides its parser's state: the last stored row of each conversation. */
export type Following = {
  after: Record<string, string>;
  /** The conversations of the chunks that are prepared. */
  begun?: Set<string> | undefined;
  source?: Source | undefined;
  last?: LastTime | undefined;
};

export type IngestOptions = {
  /** Saved in the same transaction as the last message, with the reader's progress. */
  position?: (Omit<ReaderPosition, 'state'> & { parser: unknown }) | undefined;
  revive?: boolean;
};

/** One chunk of a file, ready to be stored. */
export type Prepared = { groups: Group[]; raw: RawLines | undefined };

/**
 * Prepares the messages of one chunk of a file for storing. The chunk before it must have been prepared, and need not have
 * been stored.
 */
export async function prepareReading(
  cleaning: Cleaning,
  file: Pick<OpenFile, 'fingerprint' | 'written'>,
  reading: Reading,
  following: Following,
  tally: Tally,
): Promise<Prepared> {
  const { captured, last } = dated(reading.captured, following, file.written);
  following.last = last;
  const groups = await groupBySource(captured, tally, cleaning);
  following.begun ??= new Set();
  for (const { source, versions } of groups) if (versions.length > 0) following.begun.add(source.key);
  return { groups, raw: await rawLines(file, reading, cleaning) };
}

/** Stores the messages of one chunk of a file. Safe to repeat with the same chunk. */
export async function ingestReading(
  store: Store,
  file: Pick<OpenFile, 'fingerprint' | 'format' | 'written'>,
  reading: Reading,
  following: Following,
  tally: Tally,
  options: IngestOptions = {},
): Promise<Counts> {
  const prepared = await prepareReading(store, file, reading, following, tally);
  return storeReading(store, prepared, following, options);
}

/** Stores a chunk after the one before it. */
export async function storeReading(
  store: Store,
  { groups: found, raw }: Prepared,
  following: Following,
  options: IngestOptions = {},
): Promise<Counts> {
  const groups = storable(found, following);
  following.source = groups.findLast((group) => group.versions.length > 0)?.source ?? following.source;
  // Lines without a message belong to the surrounding conversation.
  if (groups.length === 0 && following.source && (raw || options.position))
    groups.push({ source: following.source, versions: [], retracted: [] });
  const counts = noCounts();
  const put = async (group: Group, isLast: boolean) => {
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
  };
  const last = groups.pop();
  // A conversation that another one started comes after it.
  const lanes = store.gathers ? groups.length : groups.some(({ source }) => source.parent) ? 1 : atOnce;
  const rest = groups.values();
  const ended = await Promise.allSettled(
    Array.from({ length: lanes }, async () => {
      for (const group of rest) await put(group, false);
    }),
  );
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  if (last) await put(last, true);
  return counts;
}

/** Conversations of one reading that are stored at once: while one is committed, others are sent. */
const atOnce = 3;

/**
 * The groups in order of storing, those with messages last: the raw lines are stored with the last one. Facts alone do not
 * create a conversation.
 */
function storable(groups: readonly Group[], following: Following): Group[] {
  const isBare = (group: Group) => group.versions.length === 0 && group.retracted.length === 0;
  const known = (group: Group) =>
    group.source.key in following.after || group.source.key === following.source?.key;
  return [
    ...groups.filter((group) => isBare(group) && known(group)),
    ...groups.filter((group) => !isBare(group)),
  ];
}

/** The state a reader saves: its parser's state, and the last row of each conversation once this batch is stored. */
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

async function rawLines(
  file: Pick<OpenFile, 'fingerprint'>,
  { raw }: Reading,
  cleaning: Cleaning,
): Promise<RawLines | undefined> {
  const first = raw[0];
  const last = raw.at(-1);
  if (!first || !last) return undefined;
  const lines = [];
  for (const { line, value } of raw) lines.push(await redactLine(line.text, value, cleaning));
  const text = lines.join('\n');
  const options = { level: constants.Z_BEST_SPEED };
  // A thread costs more than it saves for the few lines of most chunks.
  const data = text.length < shortText ? gzipSync(text, options) : await compress(text, options);
  return {
    fingerprint: file.fingerprint,
    start: first.line.start,
    end: last.line.end,
    lines: raw.length,
    data,
  };
}

const redactLine = async (
  line: string,
  parsed: unknown,
  { secrets, longestInline = longest }: Cleaning,
): Promise<string> => {
  // A line with private text is cleaned as a whole; a second way to remove only that text is not worth it.
  if (secrets === 'kept' && !line.includes('<private>')) return line;
  return line.length > longestInline
    ? redactInThread({ what: 'line', line, parsed }, line.length)
    : cleanLine(line, parsed);
};
