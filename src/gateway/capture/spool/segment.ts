import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * A spool is a folder of segments. A segment is a file of records, one per line: CRC-32 as eight hexadecimal digits, a
 * space, JSON. Only its writer appends to it; `.open` becomes `.sealed` when the writer is done. A record counts once it
 * is on disk with its line end; anything after the last line end was never acknowledged.
 *
 * Every hook process loads this file: it imports Node built-ins only.
 */
export type SpoolRecord =
  | { kind: 'hook'; at: string; event: unknown }
  | { kind: 'proxy'; at: string; call: ProxiedCall };

/** One half of a tool call that passed through the proxy. */
export type ProxiedCall = {
  upstream: string;
  session: string;
  /** Unique within the session. */
  id: string;
  name: string;
  client?: string | undefined;
  toolUseId?: string | undefined;
} & (
  | { half: 'call'; arguments: unknown }
  | { half: 'result'; result?: unknown; error?: unknown; lost?: boolean | undefined }
);

export const openSuffix = '.open';
export const sealedSuffix = '.sealed';

/** Present while the spool is at its size limit: writers drop and count records instead of appending them. */
export const fullMark = 'full';
/** Grows by one byte for every dropped record. */
export const droppedCount = 'dropped';
/** The folder of dead letters, and which of its files are letters. */
export const lettersName = 'poison';
export const isLetter = (name: string): boolean => !name.endsWith('.tmp');

/** Suffix of a segment with unaccounted lines, after their number. */
export const unaccountedSuffix = '.unaccounted';

/** Acknowledged records that are neither stored, waiting, nor dead letters, from the file names. Must be 0. */
export const unaccountedIn = (names: readonly string[]): number =>
  names
    .filter((name) => name.endsWith(unaccountedSuffix))
    .reduce((sum, name) => sum + Number(name.split('.').at(-2) ?? 0), 0);

export const defaultLimitBytes = 10_000_000_000;

export const spoolFolder = (dataDir: string): string => join(dataDir, 'spool');

/** Accessible to the owner only: spooled records still contain secrets. */
export function ensureSpool(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    // On a read-only file system, Node tells of a missing folder. Made by itself, the first missing one tells the reason.
    let missing = folder;
    while (dirname(missing) !== missing && !existsSync(dirname(missing))) missing = dirname(missing);
    mkdirSync(missing, { mode: 0o700 });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
}

let made = 0;

/** A name that sorts by time and contains the id of the writing process. */
export function segmentName(now: Date): string {
  made += 1;
  return `${String(now.getTime()).padStart(14, '0')}-${String(made).padStart(6, '0')}-${process.pid}`;
}

/** Segments being written by this process; the drainer skips them until they are sealed. */
export const openSegments = new Set<string>();

/** The process that writes a segment. */
export const ownerOf = (name: string): number => Number(name.split('-')[2]);

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** A longer line is refused before it is acknowledged, because the drainer could not read it. */
const mostLineBytes = 192_000_000;

/** @throws RangeError when the record is too long. */
export function encodeRecord(record: SpoolRecord): string {
  const text = JSON.stringify(record);
  if (
    text.length > mostLineBytes ||
    (text.length * 3 > mostLineBytes && Buffer.byteLength(text) > mostLineBytes)
  )
    throw new RangeError(`a spool record must be at most ${mostLineBytes} bytes`);
  return `${checksum(text)} ${text}\n`;
}

/** @returns undefined when the line is damaged. */
export function decodeRecord(line: string): SpoolRecord | undefined {
  const text = line.slice(9);
  if (line[8] !== ' ' || checksum(text) !== line.slice(0, 8)) return undefined;
  try {
    const record: unknown = JSON.parse(text);
    return typeof record === 'object' && record !== null && 'kind' in record
      ? (record as SpoolRecord)
      : undefined;
  } catch {
    return undefined; // a valid checksum, but not JSON
  }
}
