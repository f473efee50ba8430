import { describe, expect, it } from 'vitest';
import { coolDownFactor, reportUtilisation } from '../../../src/gateway/background/loop-utilisation.ts';
import { ingest, settled, workOn } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();

/** Blocks the event loop. */
function spin(ms: number): true {
  const begun = performance.now();
  while (performance.now() - begun < ms);
  return true;
}

describe('background work', () => {
  it('rests longer than it works while the gateway is busy, though not forever, and hardly at all when it is idle', async () => {
    const { load, stop } = reportUtilisation();
    expect(coolDownFactor(load)).toBe(0);
    await eventually(async () => spin(50) && coolDownFactor(load) > 1);
    await eventually(async () => coolDownFactor(load) < 1);
    stop();
    load[0] = 1000;
    expect(coolDownFactor(load)).toBe(9);
  });

  it('finishes however long the rests are', async () => {
    const stored = [];
    for (let n = 0; n < 8; n += 1) stored.push(await ingest(lake, { source_id: `rest-${n}` }));
    const worker = workOn(lake, { restAfter: () => 1_000_000 });
    for (const { artifact_uid } of stored) expect((await settled(lake, artifact_uid)).status).toBe('DONE');
    await worker.stop();
  });
});
