import { resolve } from 'node:path';
import { type FilePlace, type ImportedFile, placesOf } from '../../../db/capture/imported.ts';
import type { Sql } from '../../../db/postgres/connect.ts';
import { isFileProblem } from '../../runtime/file-errors.ts';
import { changeMarks } from './beside.ts';
import type { FoundFile } from './find-files.ts';

export type PresentFile = Extract<FoundFile, { bytes: number }>;

/**
 * A file as it is now, to be noted once it is imported.
 *
 * @returns undefined when it cannot be looked at, which is told when it is read.
 */
export async function presentState(path: string): Promise<ImportedFile | undefined> {
  const marks = await changeMarks(path, 'latest').catch((error: unknown) => {
    if (isFileProblem(error)) return undefined;
    throw error;
  });
  return marks && { path: resolve(path), mark: `${marks.size} ${marks.mtimeMs}`, bytes: marks.size };
}

/** Which files were not imported as they are now, and when one was last imported. */
export type Unread = { unread: PresentFile[]; importedAt: string | undefined };

/** @param follows changes of files that were read as they grew are read by this server without being asked. */
export async function unreadOf(sql: Sql, files: readonly PresentFile[], follows: boolean): Promise<Unread> {
  const known = new Map<string, FilePlace[]>(files.map(({ path }) => [path, []]));
  for (const place of await placesOf(sql, [...known.keys()])) known.get(place.path)?.push(place);
  // At once: a few years of sessions are thousands of files.
  const isRead = async ({ path }: PresentFile): Promise<boolean> => {
    const places = known.get(path) ?? [];
    const now = places.length > 0 ? await presentState(path) : undefined;
    return places.some(
      ({ imported, mark, position }) =>
        mark === now?.mark || (!imported && (follows || position === now?.bytes)),
    );
  };
  const read = await Promise.all(files.map(isRead));
  const unread = files.filter((_, i) => !read[i]);
  const imports = [...known.values()].flat().filter(({ imported }) => imported);
  return {
    unread,
    importedAt: imports
      .map(({ at }) => at)
      .toSorted()
      .at(-1),
  };
}
