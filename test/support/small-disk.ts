import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes; `undefined` where mounting is not permitted. */
export async function smallDisk(size: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'dewey-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
}
