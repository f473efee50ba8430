import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chaos } from '../support/chaos.ts';
import { useLake } from '../support/lake.ts';

const lake = useLake();

it('loses and duplicates nothing over fifty kills of server and hooks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-chaos-'));
  const { report, exchanges, hooksKilled } = await chaos(lake, folder, 50);
  process.stdout.write(`${exchanges} exchanges, ${hooksKilled} hooks killed, ${report.present} messages\n`);
  expect(report).toMatchObject({ missing: 0, different: 0, misplaced: 0, extra: 0, faults: [] });
  expect(report.present).toBe(exchanges * 5);
  await rm(folder, { recursive: true });
});
