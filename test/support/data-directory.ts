import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { cloneDatabase } from './lake.ts';

/** A database and a data directory, for processes that are started on them. */
export type Lake = { url: string; directory: string };

export function useOwnDataDirectory(): Lake {
  const lake = {} as Lake; // filled before the first test runs
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const clone = await cloneDatabase();
    drop = clone.drop;
    const directory = await mkdtemp(join(tmpdir(), 'dewey-data-'));
    Object.assign(lake, { url: clone.url, directory });
  });
  afterAll(async () => {
    await drop();
    await rm(lake.directory, { recursive: true, force: true });
  });
  return lake;
}
