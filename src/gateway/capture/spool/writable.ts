import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** An answer stands for so long: who asks for readiness asks often. */
const cachedMs = 5000;
/** A disk that hangs must not make who asks hang. */
const timeoutMs = 2000;
const probeName = '.writable';

/**
 * Tells whether events can be put on disk.
 *
 * @param leastFreeBytes room that has to be left on the disk; 0 asks for none.
 * @returns what asks: why events cannot be kept, or undefined when they can.
 */
export function watchSpool(folder: string, leastFreeBytes: number): () => Promise<string | undefined> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<string | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - asked >= cachedMs) {
      asked = performance.now();
      answer = inTime(problemOf(folder, leastFreeBytes));
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
      // As much as a small record, so that room is really taken.
      await file.writeFile('.'.repeat(4096));
      await file.sync();
    } finally {
      await file.close();
      await rm(probe, { force: true });
    }
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < leastFreeBytes ? 'the disk of the spool is almost full' : undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return `the spool cannot be written${code}`;
  }
}

async function inTime(answer: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('the disk of the spool does not answer in time'), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
