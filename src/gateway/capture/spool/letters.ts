import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../runtime/durable.ts';
import { isLetter, lettersName } from './segment.ts';

/**
 * A dead letter is a record that was acknowledged and could not be stored: a file in `spool/poison` with the record's line
 * as in its segment, followed by the failure as JSON. Earlier versions wrote the line alone. The file name is the letter's
 * id: segment, end offset and reason.
 */
export type Letter = {
  id: string;
  reason: LetterReason | 'unknown';
  /** SQLSTATE, or the error code of the driver or system, if there was one. */
  code: string | undefined;
  /** The failure, without content of the record. */
  error: string | undefined;
  /** When the record was set aside, RFC 3339. */
  at: string | undefined;
  /** Tries so far. */
  attempts: number;
  /** The line of the segment. */
  line: string;
};

/**
 * - `damaged`: the line fails its checksum.
 * - `refused`: the content cannot be stored. Retried once at each start, as a newer version may be able to store it.
 * - `apart`: it took too long, failed for an unknown reason, or needs the database repaired. Retried periodically, apart
 *   from the other records.
 */
export type LetterReason = 'damaged' | 'refused' | 'apart';
const reasons = ['damaged', 'refused', 'apart'] as const;

export type LetterFailure = Pick<Letter, 'code' | 'error' | 'attempts'> & { at: string };

export const lettersFolder = (spool: string): string => join(spool, lettersName);

/** Once it returns, the letter survives a machine crash. Writing the same letter again replaces the first. */
export async function writeLetter(
  spool: string,
  id: string,
  line: string,
  failure: LetterFailure,
): Promise<void> {
  const folder = lettersFolder(spool);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeDurably(join(folder, id), `${line}\n${JSON.stringify(failure)}\n`);
}

/** Names of all dead letters, oldest first. */
export async function letterIds(spool: string): Promise<string[]> {
  const names = await readdir(lettersFolder(spool)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // no letter was ever written
    throw error;
  });
  return names.filter(isLetter).toSorted();
}

/** @returns undefined when the letter does not exist. */
export async function readLetter(spool: string, id: string): Promise<Letter | undefined> {
  if (!(await letterIds(spool)).includes(id)) return undefined; // an id is never used as a path unchecked
  const text = await readFile(join(lettersFolder(spool), id), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (text === undefined) return undefined;
  const [line = '', about = ''] = text.split('\n');
  const failure = failureIn(about);
  return {
    id,
    reason: reasons.find((reason) => id.endsWith(`.${reason}`)) ?? 'unknown',
    code: textOf(failure.code),
    error: textOf(failure.error),
    at: textOf(failure.at),
    attempts: typeof failure.attempts === 'number' ? failure.attempts : 1,
    line,
  };
}

/** @returns false when the letter no longer existed. */
export async function removeLetter(spool: string, id: string): Promise<boolean> {
  if (!(await letterIds(spool)).includes(id)) return false;
  await rm(join(lettersFolder(spool), id), { force: true });
  return true;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function failureIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {}; // written by an earlier version
  }
}
