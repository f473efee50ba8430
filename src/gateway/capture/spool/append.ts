import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../runtime/durable.ts';
import {
  defaultLimitBytes,
  droppedCount,
  encodeRecord,
  ensureSpool,
  fullMark,
  isLetter,
  lettersName,
  openSuffix,
  type SpoolRecord,
  sealedSuffix,
  segmentName,
  unaccountedIn,
} from './segment.ts';

/** One process in this many measures the whole spool. */
const measureEvery = 64;

/**
 * Writes one record as a segment of its own, for a process that writes a single record and exits. Once it returns, the
 * record survives a machine crash.
 *
 * @returns the segment's path, or undefined when the spool is full and the record was dropped and counted.
 */
export function appendOnce(
  folder: string,
  record: SpoolRecord,
  now: Date,
  limitBytes = defaultLimitBytes,
): string | undefined {
  ensureSpool(folder);
  if (process.pid % measureEvery === 0) markFullness(folder, limitBytes);
  if (existsSync(join(folder, fullMark))) {
    countDropped(folder);
    return undefined;
  }
  const name = segmentName(now);
  const open = join(folder, name + openSuffix);
  const file = openSync(open, 'wx', 0o600);
  try {
    const data = Buffer.from(encodeRecord(record));
    for (let written = 0; written < data.length; ) written += writeSync(file, data, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const sealed = join(folder, name + sealedSuffix);
  renameSync(open, sealed);
  syncFolder(folder);
  return sealed;
}

export function countDropped(folder: string, records = 1): void {
  appendFileSync(join(folder, droppedCount), '.'.repeat(records), { mode: 0o600 });
}

/** What is waiting in a spool. */
export type SpoolState = {
  segments: number;
  bytes: number;
  oldestMs: number | undefined;
  dropped: number;
  deadLetters: number;
  /** See {@link unaccountedIn}. */
  unaccounted: number;
};

/** @param own the segment this process is writing; only its unstored part counts. */
export function measureSpool(
  folder: string,
  own?: { name: string; bytes: number; stored: number; since: number },
): SpoolState {
  const state: SpoolState = { ...nothing };
  const add = (bytes: number, at: number) => {
    if (bytes === 0) return;
    state.segments += 1;
    state.bytes += bytes;
    state.oldestMs = Math.min(state.oldestMs ?? at, at);
  };
  const names = readdirSync(folder);
  for (const name of names)
    if (name.endsWith(sealedSuffix) || (name.endsWith(openSuffix) && name !== `${own?.name}${openSuffix}`))
      add(statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0, Number(name.split('-')[0]));
  if (own) add(own.bytes - own.stored, own.since);
  state.dropped = statSync(join(folder, droppedCount), { throwIfNoEntry: false })?.size ?? 0;
  state.unaccounted = unaccountedIn(names);
  if (names.includes(lettersName))
    state.deadLetters = readdirSync(join(folder, lettersName)).filter(isLetter).length;
  return state;
}

const nothing = { segments: 0, bytes: 0, oldestMs: undefined, dropped: 0, deadLetters: 0, unaccounted: 0 };

/** Sets the mark that stops writers at the limit. The drainer removes it. */
function markFullness(folder: string, limitBytes: number): void {
  if (measureSpool(folder).bytes >= limitBytes) writeFileSync(join(folder, fullMark), '', { mode: 0o600 });
}
