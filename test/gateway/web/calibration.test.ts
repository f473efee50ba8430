import { beforeAll, describe, expect, it } from 'vitest';
import capture from '../../../src/handlers/decisions/capture-decision.ts';
import { importAntipatterns } from '../../../src/handlers/decisions/import-antipatterns.ts';
import recordOutcome from '../../../src/handlers/decisions/record-outcome.ts';
import { call } from '../../support/call.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { shownAt } from '../../support/viewer.ts';

/** The quantile of Beta(a, b), by adding up its density: slow, and unlike what the server uses. */
function quantile(probability: number, a: number, b: number): number {
  const steps = 200_000;
  const density = (x: number) => x ** (a - 1) * (1 - x) ** (b - 1);
  const middle = (i: number) => (i + 0.5) / steps;
  let whole = 0;
  for (let i = 0; i < steps; i += 1) whole += density(middle(i));
  let sum = 0;
  for (let i = 0; i < steps; i += 1) {
    sum += density(middle(i));
    if (sum >= probability * whole) return middle(i);
  }
  return 1;
}

const outcomes = [
  { day: '2026-01-05', confidence: 0.9, final_status: 'success', final_score: 1 },
  { day: '2026-01-05', confidence: 0.7, final_status: 'failure', final_score: 0.1 },
  { day: '2026-02-01', confidence: 0.6, final_status: 'partial', final_score: 0.5 },
  { day: '2026-03-20', confidence: 0.8, final_status: 'success', final_score: 0.9 },
] as const;

describe('the page of decisions', () => {
  const lake = useLake();
  const server = useServer(lake, { DEWEY_DECISION_LIMITS: 'off' });
  const decide = async (statement: string, confidence: number, module: string): Promise<string> => {
    const input = { statement, alternatives: ['Leave it'], confidence, context: { module } };
    const { decision_id } = await call(capture, input, lake.deps);
    return String(decision_id);
  };

  beforeAll(async () => {
    const warned = {
      id: 'ap_folios',
      pattern: 'Folios <b>unbound</b>',
      terms: [['folios']],
      recommendation: 'Bind',
    };
    await call(importAntipatterns, { antipatterns: [warned] }, lake.deps);
  });

  it('says what is missing while nothing has turned out', async () => {
    const page = await shownAt(server, '/decisions');
    expect(page).toContain('Shown once outcomes were recorded on two days.');
    expect(page).toContain('No decision showed a known antipattern.');
  });

  it('shows the interval of a calibration after each day, as computed independently', async () => {
    for (const [i, { day, confidence, ...outcome }] of outcomes.entries()) {
      const decision_id = await decide(`Sort shelf number ${i} by colour`, confidence, 'api');
      await call(recordOutcome, { decision_id, ...outcome }, lake.deps);
      await lake.db.sql`
        update decision_outcomes set completed_at = ${`${day}T12:00:00Z`}::text::timestamptz
        where decision_id = ${decision_id}`;
    }
    const expected = ['2026-01-05', '2026-02-01', '2026-03-20'].map((day) => {
      const some = outcomes.filter((one) => one.day <= day);
      const won = some.reduce((sum, one) => sum + one.final_score, 0);
      const [a, b] = [1 + won, 1 + some.length - won];
      const stated = some.reduce((sum, one) => sum + one.confidence, 0) / some.length;
      const values = [a / (a + b), quantile(0.025, a, b), quantile(0.975, a, b), stated];
      return { day, count: some.length, values };
    });

    const page = await shownAt(server, '/decisions?domain=api');
    const table = page.slice(page.indexOf('The same as a table'));
    const rows = expected.toReversed().map(({ day, count, values }) => {
      const [rate, low, high, stated] = values.map((value) => value.toFixed(2));
      return `${day}</time></td><td class="figure">${count}</td><td class="figure">${rate}</td><td class="figure">${low}–${high}</td><td class="figure">${stated}</td>`;
    });
    for (const row of rows) expect(table).toContain(row);

    // The plot is 232 units wide from 34, and 136 high above 146; times are in proportion.
    const points = /class="rate" points="([^"]+)"/
      .exec(page)?.[1]
      ?.split(' ')
      .map((pair) => pair.split(',').map(Number));
    const share =
      (Date.parse('2026-02-01') - Date.parse('2026-01-05')) /
      (Date.parse('2026-03-20') - Date.parse('2026-01-05'));
    expect(points?.map(([x = 0]) => (x - 34) / 232)).toEqual([0, expect.closeTo(share, 3), 1]);
    for (const [i, [, y = 0]] of (points ?? []).entries())
      expect((146 - y) / 136).toBeCloseTo(expected[i]?.values[0] ?? -1, 2);
    expect(page).toMatch(
      /role="img" aria-label="Success rate of api from 2026-01-05 to 2026-03-20: at the end 0\.58/,
    );
  });

  it('leaves other domains out of that of one, and counts them in that of all', async () => {
    expect(await shownAt(server, '/decisions?domain=auth')).toContain('Shown once outcomes');
    expect(await shownAt(server, '/decisions')).toContain('Success rate of all domains from 2026-01-05');
  });

  it('names the decisions that showed an antipattern, as text', async () => {
    const id = await decide('Keep the folios on the floor', 0.5, 'auth');
    const page = await shownAt(server, '/decisions');
    const section = page.slice(page.indexOf('id="antipatterns"'));
    expect(section).toContain('Folios &lt;b&gt;unbound&lt;/b&gt;');
    expect(section).toContain(`href="/decisions/${id}"><bdi>Keep the folios on the floor`);
    await lake.db.sql`update decisions set deleted_at = now() where id = ${id}`;
    expect(await shownAt(server, '/decisions')).toContain('No decision showed a known antipattern.');
  });
});
