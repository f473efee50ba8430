import type { ReaderPosition } from '../../../db/capture/batch.ts';
import { failureCode, isRetriedBy, needsRepair } from '../../../db/postgres/errors.ts';
import type { Log } from '../../../handlers/tool/deps.ts';
import { describe, judge } from './judge.ts';
import { type LetterReason, writeLetter } from './letters.ts';
import { decodeRecord, type SpoolRecord } from './segment.ts';

/** Stores all records or none, together with the given positions. */
export type StoreRecords = (records: readonly SpoolRecord[], positions: ReaderPosition[]) => Promise<void>;

/** How far a segment has been drained. */
export type Progress = {
  /** Its reader name in `capture_positions`. */
  reader: string;
  /** Its file name without the extension. */
  name: string;
  /** Lines that are stored or dead letters. */
  settled: number;
};

/** A line of a segment that is waiting to be stored. */
export type WaitingLine = { text: string; end: number; segment: Progress };

export type SettleOptions = {
  folder: string;
  store: StoreRecords;
  log: Log;
  clock: () => Date;
  /** Called for every new dead letter. */
  onPoison?: (() => void) | undefined;
  /** Attempts of records that failed for an unknown reason, by letter id; kept across passes. */
  tries: Map<string, number>;
  /** Letters of records set aside one after the other, none stored in between, because the store needs repair; kept likewise. */
  unrepaired: Set<string>;
};

/** Concurrent stores of the same conversation can fail now and then. */
const refusals = 3;
/** Attempts of a record that fails for an unknown reason before it is set aside. */
const unknownFailures = 10;
/** When that many in a row find a store that needs repair, it is of all of them, and the others wait. */
const mostInARow = 3;

/**
 * Stores lines in order, together if possible. If that fails, it bisects down to the faulty record, so that only that
 * record fails.
 *
 * @throws when the store as a whole is unavailable; the remaining lines are retried from their positions.
 */
export async function settle(lines: readonly WaitingLine[], options: SettleOptions): Promise<void> {
  const good: (WaitingLine & { record: SpoolRecord })[] = [];
  for (const line of lines) {
    const record = decodeRecord(line.text);
    if (record) good.push({ ...line, record });
    else {
      // In order: a position means that everything before it is settled.
      await settleRecords(good.splice(0), options);
      await setAside(line, 'damaged', undefined, 1, options);
    }
  }
  await settleRecords(good, options);
}

type Waiting = WaitingLine & { record: SpoolRecord };

async function settleRecords(waiting: readonly Waiting[], options: SettleOptions): Promise<void> {
  const [first] = waiting;
  if (!first) return;
  const counts = new Map<Progress, { lines: number; end: number }>();
  for (const { segment, end } of waiting)
    counts.set(segment, { lines: (counts.get(segment)?.lines ?? 0) + 1, end });
  const positions = [...counts].map(([segment, { lines, end }]): ReaderPosition => {
    const settled = segment.settled + lines;
    return { reader: segment.reader, position: end, state: () => ({ settled }) };
  });
  try {
    await options.store(
      waiting.map(({ record }) => record),
      positions,
    );
  } catch (error) {
    if (isRetriedBy('spool', error) && !needsRepair(error)) throw error;
    if (waiting.length === 1) return settleAlone(first, positions, error, options);
    const half = waiting.length >> 1;
    await settleRecords(waiting.slice(0, half), options);
    return settleRecords(waiting.slice(half), options);
  }
  for (const [segment, { lines }] of counts) segment.settled += lines;
  options.unrepaired.clear();
}

async function settleAlone(
  line: Waiting,
  positions: ReaderPosition[],
  failure: unknown,
  options: SettleOptions,
): Promise<void> {
  let error = failure;
  for (let attempt = 1; ; attempt += 1) {
    const unrepaired = needsRepair(error);
    const judged = unrepaired ? 'unknown' : judge(error);
    if (judged === 'apart') return setAside(line, judged, error, attempt, options);
    if (judged === 'unknown') {
      const id = letterId(line, 'apart');
      if (options.unrepaired.has(id)) {
        line.segment.settled += 1; // read again because nothing behind it could be stored
        return;
      }
      const tries = (options.tries.get(id) ?? 0) + 1;
      options.tries.set(id, tries);
      if (tries < unknownFailures) throw error;
      if (unrepaired) {
        if (options.unrepaired.size >= mostInARow) throw error;
        options.unrepaired.add(id);
      }
      options.tries.delete(id);
      return setAside(line, 'apart', error, tries, options);
    }
    if (attempt === refusals) return setAside(line, 'refused', error, attempt, options);
    try {
      await options.store([line.record], positions);
      line.segment.settled += 1;
      options.unrepaired.clear();
      return;
    } catch (again) {
      if (isRetriedBy('spool', again)) throw again;
      error = again;
    }
  }
}

const letterId = ({ segment, end }: WaitingLine, reason: LetterReason): string =>
  `${segment.name}-${end}.${reason}`;

/** Turns a record into a dead letter, so that it does not block the others. */
async function setAside(
  line: WaitingLine,
  reason: LetterReason,
  error: unknown,
  attempts: number,
  { folder, clock, log, onPoison }: SettleOptions,
): Promise<void> {
  const letter = letterId(line, reason);
  const code = failureCode(error);
  await writeLetter(folder, letter, line.text, {
    code,
    error: describe(error),
    at: clock().toISOString(),
    attempts,
  });
  line.segment.settled += 1;
  log.error(
    { letter, reason, code, ...(error === undefined ? {} : { err: error }) },
    'a spool record could not be stored and is now a dead letter; see "dewey spool list"',
  );
  onPoison?.();
}
