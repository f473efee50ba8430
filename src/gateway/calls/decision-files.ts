import { readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Suffix of files that were set aside. */
export const rejectedSuffix = '.rejected';

/** Names of the files that could not be stored, sorted. */
export const rejectedDecisions = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => name.endsWith(rejectedSuffix)).toSorted();

/** Queues the rejected files again. @returns how many. */
export async function requeueDecisions(folder: string): Promise<number> {
  const names = await rejectedDecisions(folder);
  for (const name of names)
    await rename(join(folder, name), join(folder, name.slice(0, -rejectedSuffix.length)));
  return names.length;
}

/** Names of the files waiting to be stored, oldest first. */
export const waitingIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => name.endsWith('.json')).toSorted();

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // nothing was ever queued
    throw error;
  });

/** Removes a file; a missing file is not an error. */
export const remove = (path: string) =>
  unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
