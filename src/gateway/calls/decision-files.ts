import { readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** What the name of a file ends with that is set aside. */
export const rejectedSuffix = '.rejected';

/** Files of what could not be stored, by name. */
export const rejectedDecisions = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => name.endsWith(rejectedSuffix)).toSorted();

/** Gives what could not be stored back to be stored. @returns how many. */
export async function requeueDecisions(folder: string): Promise<number> {
  const names = await rejectedDecisions(folder);
  for (const name of names)
    await rename(join(folder, name), join(folder, name.slice(0, -rejectedSuffix.length)));
  return names.length;
}

/** Files of what waits to be stored, by name, oldest first. */
export const waitingIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => name.endsWith('.json')).toSorted();

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // nothing ever had to wait
    throw error;
  });

/** Removes a file; one that is gone is no error. */
export const remove = (path: string) =>
  unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
