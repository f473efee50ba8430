import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inHand, openSuffix, ownerOf, sealedSuffix } from './segment.ts';

/** A segment whose writer is dead was written to within this time at most if another machine's process has it. */
const orphanAfterMs = 10_000;
/**
 * A writer with our own process id is our predecessor, or works in another container on the same folder. That one keeps
 * a segment open for half a second at most.
 */
const namesakeAfterMs = 2000;

/** Segments nobody writes to any more, oldest first. */
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
    else if (name.endsWith(openSuffix) && !inHand.has(name.slice(0, -openSuffix.length)))
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
