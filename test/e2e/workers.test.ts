import { expect, it, vi } from 'vitest';
import { useLake } from '../support/lake.ts';
import { killWorkers } from '../support/worker-kill.ts';

vi.setConfig({ testTimeout: 120_000 });

const lake = useLake();

/** The long version of this test is `test/long/workers.test.ts`. */
it('killed workers lose no job and store none twice', async () => {
  expect(await killWorkers(lake, 24, 2)).toBeGreaterThanOrEqual(0);
});
