import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Ahead } from '../../../../src/db/search/index/ahead.ts';
import { DocValues } from '../../../../src/db/search/index/doc-values.ts';
import { Fresh } from '../../../../src/db/search/index/fresh.ts';

/** Milliseconds that a caller which stores many documents waits, if analysing them takes so long. */
async function waitedFor(analysingMs: number, asked: boolean): Promise<{ all: number; analysing: number }> {
  let analysing = 0;
  const begun = performance.now();
  const ahead = new Ahead({
    fresh: new Fresh(new DocValues()),
    isAsked: () => asked,
    async prepare() {
      await delay(analysingMs);
      analysing = performance.now() - begun;
      return 0;
    },
  });
  await ahead.keepUp();
  return { all: performance.now() - begun, analysing };
}

describe('a caller that stores many documents', () => {
  it('continues when they are analysed', async () => {
    const { all, analysing } = await waitedFor(300, false);
    expect(all).toBeLessThan(analysing * 2);
  });

  it('rests twice as long as that while queries arrive', async () => {
    const { all, analysing } = await waitedFor(50, true);
    expect(all).toBeGreaterThan(analysing * 2.9);
  });
});

describe('a flush', () => {
  it('does not wait for documents that are not analysed however often it asks', async () => {
    let asked = 0;
    const ahead = new Ahead({
      fresh: new Fresh(new DocValues()),
      isAsked: () => false,
      async prepare() {
        asked += 1;
        return Math.max(509, 512 - asked);
      },
    });
    await ahead.gather(1000);
    expect(asked).toBe(4);
  });
});
