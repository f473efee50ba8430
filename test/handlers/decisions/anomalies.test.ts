import { expect, it } from 'vitest';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const { capture, conclude } = useDecisions(useLake());

it('a domain is called miscalibrated only once its outcomes exclude chance', async () => {
  const kinds: string[][] = [];
  const advice: string[] = [];
  for (const score of [0.9, 0.9, 0.1, 0.1, 0.1]) {
    const found = await conclude(
      await capture('Page the lists by cursor', 'api', { confidence: 0.9 }),
      score,
    );
    kinds.push(found.anomalies.map(({ kind }: { kind: string }) => kind));
    advice.push(found.recommendation);
  }
  // After three outcomes the gap is .32, but the interval holds the stated .9.
  expect(advice[2]).toContain('cannot be told yet');
  expect(kinds[2]).toEqual(['surprise']);
  expect(advice[4]).toContain('Team is overconfident');
  expect(kinds[4]).toEqual(['surprise', 'miscalibrated']);
});
