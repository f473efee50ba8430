import { readFile } from 'node:fs/promises';
import { codeOf, isMissing } from '../../../runtime/file-errors.ts';
import { UnreadableStore } from './unreadable.ts';

const journalMagic = 'd9d505f920a163d7';

/**
 * Whether pages are being changed in place: while they are, the pages as they were lie in a journal, if the store has no
 * write-ahead log. After a crash they stay there until the agent runs again. See "Rollback Journal Format" in the
 * documentation of SQLite.
 */
export async function isChanging(path: string): Promise<boolean> {
  const journal = await readFile(`${path}-journal`).catch(noLog);
  return journal?.subarray(0, 8).toString('hex') === journalMagic;
}

/** After a clean shutdown there is no log. One that cannot be read may hold the latest messages. */
export function noLog(error: unknown): undefined {
  if (!isMissing(error))
    throw new UnreadableStore(`a store whose log cannot be read: ${String(codeOf(error) ?? error)}`);
}
