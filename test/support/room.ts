import { readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** Several times what all servers of a run need at once. */
const wantedBytes = 2e9;

/**
 * Where test servers keep their files: in memory if there is room, since each clone of a lake has 650 files. Data
 * written by a process outlives its SIGKILL there as it does on a disk.
 */
export async function roomForServers(): Promise<{ folder: string; inMemory: boolean }> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => ''); // exists only on Linux
  const options = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(mounts)?.[1]?.split(',') ?? [];
  // PostgreSQL's programs are copied beside its data if its user cannot reach the originals.
  const usable = options.includes('rw') && !options.includes('noexec');
  if (usable) {
    const { bavail, bsize } = await statfs(memory);
    if (bavail * bsize > wantedBytes) return { folder: memory, inMemory: true };
  }
  return { folder: tmpdir(), inMemory: false };
}
