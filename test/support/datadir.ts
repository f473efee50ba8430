import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { lives } from './process.ts';
import { roomForServers } from './room.ts';
import { eventually } from './waiting.ts';

/**
 * Creates data directories for the test file it is called in, and removes them afterwards, with any server still
 * running in them.
 */
export function useDataDirs(): () => Promise<string> {
  const made: string[] = [];
  afterAll(async () => {
    for (const directory of made) {
      const pid = await postmasterPid(directory);
      if (pid !== undefined && lives(pid)) {
        process.kill(pid, 'SIGKILL');
        await eventually(() => !lives(pid));
      }
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    }
  });
  return async () => {
    const directory = await mkdtemp(join((await roomForServers()).folder, 'dewey-data-'));
    await chmod(directory, 0o755);
    made.push(directory);
    return directory;
  };
}

/** The process id of the server that runs, or ran, in a data directory. */
export async function postmasterPid(directory: string): Promise<number | undefined> {
  const file = await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined);
  return file === undefined ? undefined : Number(file.split('\n')[0]);
}
