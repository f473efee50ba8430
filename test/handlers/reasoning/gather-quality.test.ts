import { beforeAll, describe, expect, it } from 'vitest';
import gatherContext from '../../../src/handlers/reasoning/gather-context.ts';
import { call } from '../../support/call.ts';
import { fillGatherLake, type GatherTopic } from '../../support/gather-lake.ts';
import { useLake } from '../../support/lake.ts';
import { begin } from '../../support/reasoning.ts';

const lake = useLake();
const gather = async (problem: string, fields: Record<string, unknown> = {}) =>
  call(gatherContext, { session_id: await begin(lake.deps, { problem }), ...fields }, lake.deps);

describe('gather_context in a lake of 500 items', () => {
  let topics: GatherTopic[] = [];
  beforeAll(async () => {
    topics = await fillGatherLake(lake);
  }, 120_000);

  it('finds what is related to twenty problems, and little else', async () => {
    let [right, cited, known] = [0, 0, 0];
    for (const { problem, refs } of topics) {
      const { citations } = await gather(problem);
      right += citations.filter(({ ref }: { ref: string }) => refs.has(ref)).length;
      cited += citations.length;
      known += refs.size;
    }
    expect({
      precision: right / cited >= 0.85,
      recall: right / known >= 0.7,
      right,
      cited,
      known,
    }).toMatchObject({
      precision: true,
      recall: true,
    });
  }, 120_000);

  it.each([
    'How do I descale the espresso machine in the office?',
    'Which violin strings suit a beginner?',
    'Our blockchain oracle signs prices that are stale',
    'Quaternion drift in the drone firmware',
    'Warum schimmelt das Brot im Sommer so schnell?',
  ])('says that it has nothing on %j', async (problem) => {
    expect(await gather(problem)).toMatchObject({
      citations: [],
      synthesized_context: '',
      message: expect.stringContaining('Nothing found'),
    });
  });

  it('keeps any budget, and the kinds and the time asked for', async () => {
    for (const budget of [200, 350, 1000])
      for (const { problem } of topics.slice(0, 5))
        expect((await gather(problem, { budget })).token_count).toBeLessThanOrEqual(budget);
    const { citations } = await gather(topics[0]?.problem ?? '', { kinds: ['memory', 'decision'] });
    expect(new Set(citations.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['memory', 'decision']),
    );
    const later = await gather(topics[0]?.problem ?? '', { since: '2100-01-01T00:00:00Z' });
    expect(later.citations).toEqual([]);
  }, 60_000);
});
