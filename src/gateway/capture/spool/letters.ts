import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './append.ts';
import { isLetter, lettersName } from './segment.ts';

/**
 * A dead letter is what was acknowledged and could not be stored: a file of `spool/poison` with the record's line as it
 * stood in its segment, and below it what is known of the failure, as JSON. Earlier versions wrote the line alone.
 * Its name is its id: where the record stood, and why it is here.
 */
export type Letter = {
  id: string;
  reason: LetterReason | 'unknown';
  /** SQLSTATE or the code of the driver or the system, where the failure had one. */
  code: string | undefined;
  /** What the failure said, without anything of the record. */
  error: string | undefined;
  /** When it came here, RFC 3339. */
  at: string | undefined;
  /** Tries so far. */
  attempts: number;
  /** The line of the segment. */
  line: string;
};

/**
 * - `damaged`: the line is not what its writer wrote.
 * - `refused`: its content cannot be stored. Tried again once at each start: a new version may be able to.
 * - `apart`: it took too long, failed for a reason nobody knows, or met what needs repair in the
 *   database. Tried again now and then, beside the others.
 */
export type LetterReason = 'damaged' | 'refused' | 'apart';
const reasons = ['damaged', 'refused', 'apart'] as const;

export type LetterFailure = Pick<Letter, 'code' | 'error' | 'attempts'> & { at: string };

export const lettersFolder = (spool: string): string => join(spool, lettersName);

/** On return the letter survives a crash of the machine. The same letter written again takes the place of the first. */
export async function writeLetter(
  spool: string,
  id: string,
  line: string,
  failure: LetterFailure,
): Promise<void> {
  const folder = lettersFolder(spool);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${id}.tmp`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${line}\n${JSON.stringify(failure)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, id));
  syncFolder(folder);
}

/** Names of all dead letters, oldest first. */
export async function letterIds(spool: string): Promise<string[]> {
  const names = await readdir(lettersFolder(spool)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // there never was one
    throw error;
  });
  return names.filter(isLetter).toSorted();
}

/** @returns undefined when there is no such letter (any more). */
export async function readLetter(spool: string, id: string): Promise<Letter | undefined> {
  if (!(await letterIds(spool)).includes(id)) return undefined; // so that an id is never a path
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

/** @returns false when it was gone. */
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
    return {}; // of an earlier version
  }
}
