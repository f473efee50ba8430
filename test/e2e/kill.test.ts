import { describe, expect, it, vi } from 'vitest';
import { useDataDirs } from '../support/datadir.ts';
import { killWhileStoring } from '../support/kill.ts';
import { useDatabase } from '../support/lake.ts';

// Real processes start and stop here, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const dataDir = useDataDirs();
const database = useDatabase();

describe('a server killed in the middle of stores', () => {
  it.each([1, 300])('keeps every acknowledged store when killed after %i', async (killAfter) => {
    expect(await killWhileStoring({ DATABASE_URL: database.url }, killAfter)).toBeGreaterThanOrEqual(
      killAfter,
    );
  });

  it('finds its own database still running, and has lost nothing', async () => {
    const DEWEY_DATA_DIR = await dataDir();
    expect(await killWhileStoring({ DEWEY_DATA_DIR }, 150)).toBeGreaterThanOrEqual(150);
  });
});
