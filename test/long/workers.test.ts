import { expect, it } from 'vitest';
import { useLake } from '../support/lake.ts';
import { killWorkers } from '../support/worker-kill.ts';

const lake = useLake();

it('two hundred jobs come to an end once each, whichever workers are killed', async () => {
  const hit = await killWorkers(lake, 200, 20);
  process.stdout.write(`workers killed with a job in hand: ${hit}\n`);
  expect(hit).toBeGreaterThan(0);
});
