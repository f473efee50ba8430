import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * A spool is a folder of segments. A segment is a file of records, one a line: eight hexadecimal digits of CRC-32, a
 * space, JSON. Its writer alone appends to it; `.open` becomes `.sealed` when the writer is done. A record counts from
 * the moment it is on disk with its line end; anything after the last line end was never acknowledged.
 *
 * This file is loaded by every hook process: it imports only what Node has.
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

/** Present while the spool is at its size limit: writers drop instead of appending, and count. */
export const fullMark = 'full';
/** Grows by a byte for every record that was dropped. */
export const droppedCount = 'dropped';
/** The folder of what could not be stored, and what is a file of one in it. */
export const lettersName = 'poison';
export const isLetter = (name: string): boolean => !name.endsWith('.tmp');

/** A segment of which not every line is accounted for ends so, behind the number of lines. */
export const unaccountedSuffix = '.unaccounted';

/** Records that were acknowledged, and are neither stored nor waiting nor dead letters, by names of files. Must be 0. */
export const unaccountedIn = (names: readonly string[]): number =>
  names
    .filter((name) => name.endsWith(unaccountedSuffix))
    .reduce((sum, name) => sum + Number(name.split('.').at(-2) ?? 0), 0);

export const defaultLimitBytes = 10_000_000_000;

export const spoolFolder = (dataDir: string): string => join(dataDir, 'spool');

/** Only the owner may enter: what lies here still holds secrets. */
export function ensureSpool(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

let made = 0;

/** A name that sorts by time and tells the writing process. */
export function segmentName(now: Date): string {
  made += 1;
  return `${String(now.getTime()).padStart(14, '0')}-${String(made).padStart(6, '0')}-${process.pid}`;
}

/** Segments that writers of this process have in hand: whoever drains leaves them alone until they are sealed. */
export const inHand = new Set<string>();

/** The process that writes a segment. */
export const ownerOf = (name: string): number => Number(name.split('-')[2]);

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** A longer line is refused before it is acknowledged: whoever drains could not read it. */
const mostLineBytes = 192_000_000;

/** @throws RangeError for a record that is too long to be kept. */
export function encodeRecord(record: SpoolRecord): string {
  const text = JSON.stringify(record);
  if (
    text.length > mostLineBytes ||
    (text.length * 3 > mostLineBytes && Buffer.byteLength(text) > mostLineBytes)
  )
    throw new RangeError(`a record of the spool may have at most ${mostLineBytes} bytes`);
  return `${checksum(text)} ${text}\n`;
}

/** @returns undefined when the line is not what a writer wrote. */
export function decodeRecord(line: string): SpoolRecord | undefined {
  const text = line.slice(9);
  if (line[8] !== ' ' || checksum(text) !== line.slice(0, 8)) return undefined;
  try {
    const record: unknown = JSON.parse(text);
    return typeof record === 'object' && record !== null && 'kind' in record
      ? (record as SpoolRecord)
      : undefined;
  } catch {
    return undefined; // the checksum is right, and still it is no JSON
  }
}
