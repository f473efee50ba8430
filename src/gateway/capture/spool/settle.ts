import type { ReaderPosition } from '../../../db/capture/store.ts';
import { failureCode, isRetriedBy, needsRepair } from '../../../db/postgres/errors.ts';
import type { Log } from '../../../handlers/tool/deps.ts';
import { describe, judge } from './judge.ts';
import { type LetterReason, writeLetter } from './letters.ts';
import { decodeRecord, type SpoolRecord } from './segment.ts';

/** Stores records, all of them or none, together with the positions given. */
export type StoreRecords = (records: readonly SpoolRecord[], positions: ReaderPosition[]) => Promise<void>;

/** How far a segment has been drained. */
export type Progress = {
  /** Its name in `capture_positions`. */
  reader: string;
  /** Its file's name without the ending. */
  name: string;
  /** Lines of it that are stored or dead letters; unknown where an earlier version began it. */
  settled: number;
};

/** One line of a segment that waits to be stored. */
export type WaitingLine = { text: string; end: number; segment: Progress };

export type SettleOptions = {
  folder: string;
  store: StoreRecords;
  log: Log;
  clock: () => Date;
  /** Told of every dead letter. */
  onPoison?: (() => void) | undefined;
  /** Tries of records that failed for a reason nobody knows, by id of letter; kept from pass to pass. */
  tries: Map<string, number>;
  /** Letters of records set aside one after the other, none stored in between, because the store needs repair; kept likewise. */
  unrepaired: Set<string>;
};

/** Two that store the same thing at once fail once in a while. */
const refusals = 3;
/** A record that fails for a reason nobody knows is tried so often before the others go on without it. */
const unknownFailures = 10;
/** When that many in a row find a store that needs repair, it is of all of them, and the others wait. */
const mostInARow = 3;

/**
 * Stores lines in their order, together where that goes. When it does not, halves are tried, down to the record that is at
 * fault: it fails alone.
 *
 * @throws what means that the store takes nothing now: the rest waits, and is tried again from its positions.
 */
export async function settle(lines: readonly WaitingLine[], options: SettleOptions): Promise<void> {
  const good: (WaitingLine & { record: SpoolRecord })[] = [];
  for (const line of lines) {
    const record = decodeRecord(line.text);
    if (record) good.push({ ...line, record });
    else {
      // In their order: positions only ever say that everything before them is settled.
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

/** Makes a dead letter of a record; it must not hold up the others. */
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
    'a record of the spool could not be stored and is a dead letter now; "dewey spool list" shows it',
  );
  onPoison?.();
}
