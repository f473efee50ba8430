import { existsSync, readdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../handlers/tool/deps.ts';
import { sealedSuffix, unaccountedSuffix } from './segment.ts';

/**
 * Removes a drained segment if every acknowledged line in it is stored or a dead letter; its lines are recounted by their
 * line ends alone. A segment that does not balance is kept under a name that holds the number of missing lines, so the
 * count survives any crash.
 *
 * @param settled lines that were committed or set aside; undefined when an earlier version began the segment.
 * @returns whether the segment balanced.
 */
export async function closeSegment(
  folder: string,
  name: string,
  settled: number | undefined,
  log: Log,
): Promise<boolean> {
  const path = join(folder, name + sealedSuffix);
  const lines = await countLines(path);
  if (settled === undefined || lines === undefined || lines === settled) {
    await rm(path, { force: true });
    return true;
  }
  const kept = `${name}.${Math.abs(lines - settled)}${unaccountedSuffix}`;
  await rename(path, join(folder, kept));
  log.error(
    { segment: kept, lines, settled },
    'some records of a spool segment are unaccounted for; it is kept, and "dewey spool retry --all" reads it again',
  );
  return false;
}

/** Segments that did not balance. */
const keptSegments = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(unaccountedSuffix)) : [];

/** Queues kept segments to be drained again from the start; records already stored are recognised by their ids. */
export async function requeueKept(folder: string): Promise<string[]> {
  const kept = keptSegments(folder);
  for (const file of kept)
    await rename(join(folder, file), join(folder, `${file.split('.')[0]}${sealedSuffix}`));
  return kept;
}

/** Number of line ends in a file; undefined when it does not exist. */
async function countLines(path: string): Promise<number | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    let lines = 0;
    const chunk = Buffer.allocUnsafe(Math.min((await file.stat()).size + 1, 1 << 20));
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
      const data = chunk.subarray(0, bytesRead);
      for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, at + 1)) lines += 1;
      if (bytesRead < chunk.length) return lines;
    }
  } finally {
    await file.close();
  }
}
