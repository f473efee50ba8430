import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chaos } from '../support/chaos.ts';
import { useLake } from '../support/lake.ts';

const lake = useLake();

it('captures a session completely and once while server and hooks are killed', {
  timeout: 180_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-chaos-'));
  const { report, exchanges } = await chaos(lake, folder, 3);
  expect(report).toMatchObject({ missing: 0, different: 0, misplaced: 0, extra: 0, faults: [] });
  expect(report.present).toBe(exchanges * 5);
  await rm(folder, { recursive: true });
});
