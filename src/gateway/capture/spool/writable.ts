import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { withTimeout } from '../../../db/runtime/with-timeout.ts';

/** Results are cached this long: readiness is probed often. */
const cachedMs = 5000;
/** A hanging disk must not make the probe hang. */
const timeoutMs = 2000;
const probeName = '.writable';

/**
 * Makes a check of whether events can be written to disk.
 *
 * @param leastFreeBytes free space the disk must have; 0 disables this check.
 * @returns the check: resolves to why events cannot be written, or undefined when they can.
 */
export function watchSpool(folder: string, leastFreeBytes: number): () => Promise<string | undefined> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<string | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - asked >= cachedMs) {
      asked = performance.now();
      answer = withTimeout(
        problemOf(folder, leastFreeBytes),
        timeoutMs,
        () => 'the spool disk does not respond',
      );
    }
    return answer;
  };
}

async function problemOf(folder: string, leastFreeBytes: number): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const probe = join(folder, probeName);
    const file = await open(probe, 'w', 0o600);
    try {
      // The size of a small record, so that space is actually allocated.
      await file.writeFile('.'.repeat(4096));
      await file.sync();
    } finally {
      await file.close();
      await rm(probe, { force: true });
    }
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < leastFreeBytes ? 'the spool disk is almost full' : undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return `the spool is not writable${code}`;
  }
}
