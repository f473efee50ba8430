import { expect, it } from 'vitest';
import { useDataDirs } from '../support/datadir.ts';
import { killWhileStoring } from '../support/kill.ts';

const dataDir = useDataDirs();

it('a server killed repeatedly never loses acknowledged stores', async () => {
  const DEWEY_DATA_DIR = await dataDir();
  let acknowledged = 0;
  for (let round = 1; round <= 40; round += 1)
    acknowledged += await killWhileStoring({ DEWEY_DATA_DIR }, (round * 37) % 600 || 1);
  expect(acknowledged).toBeGreaterThan(40);
}, 1_800_000);
