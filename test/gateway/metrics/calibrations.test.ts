import { expect, it } from 'vitest';
import { useDecisions } from '../../support/decisions.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const server = useServer(lake);
const { completed } = useDecisions(lake);

it('the metrics say how well confidence and outcomes of a domain agree', async () => {
  await completed('Use PgBouncer for the shop', 'database', 0.9, [1, 1, 0]);
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name}{domain="database"}`))
        ?.split(' ')[1],
    );
  expect(value('dewey_calibration_outcomes')).toBe(3);
  // By hand, from the uniform prior: (1 + 2) / (2 + 3), and .9 less that.
  expect(value('dewey_calibration_success_rate')).toBeCloseTo(0.6, 6);
  expect(value('dewey_calibration_confidence_gap')).toBeCloseTo(0.3, 6);
});
