import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../../db/runtime/is-alive.ts';
import { openSegments, openSuffix, ownerOf, sealedSuffix } from './segment.ts';

/** A segment without a local writer may belong to a process on another machine if it was written to this recently. */
const orphanAfterMs = 10_000;
/**
 * A writer with our own process id is our predecessor, or a process in another container that shares the folder. The
 * latter keeps a segment open for half a second at most.
 */
const namesakeAfterMs = 2000;

/** Segments that are no longer being written, oldest first. */
export async function readySegments({
  folder,
  clock,
}: {
  folder: string;
  clock: () => Date;
}): Promise<string[]> {
  const names = (await readdir(folder)).toSorted();
  const out: string[] = [];
  for (const name of names)
    if (name.endsWith(sealedSuffix)) out.push(name);
    else if (name.endsWith(openSuffix) && !openSegments.has(name.slice(0, -openSuffix.length)))
      if (await isOrphan(join(folder, name), ownerOf(name), clock())) out.push(name);
  return out;
}

async function isOrphan(path: string, owner: number, now: Date): Promise<boolean> {
  if (owner !== process.pid && isAlive(owner)) return false;
  try {
    const quietMs = now.getTime() - (await stat(path)).mtimeMs;
    return quietMs > (owner === process.pid ? namesakeAfterMs : orphanAfterMs);
  } catch {
    return false; // sealed or drained in the meantime
  }
}
