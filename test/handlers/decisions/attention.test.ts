import { describe, expect, it } from 'vitest';
import getWarnings from '../../../src/handlers/decisions/get-warnings.ts';
import { dismissWarning, listRules } from '../../../src/handlers/decisions/list-rules.ts';
import { acknowledge, getAnomalies } from '../../../src/handlers/decisions/resource-tools.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture, conclude } = useDecisions(lake);

describe('an anomaly', () => {
  it('is listed page by page, until somebody has looked into it or 90 days have passed', async () => {
    for (const name of ['queue', 'cache', 'scheduler'])
      await conclude(
        await capture(`Use PostgreSQL as a ${name} of the shop`, 'backend', { confidence: 0.9 }),
        0,
      );
    const first = await call(getAnomalies, { module: 'backend', limit: 1 }, lake.deps);
    expect(first.anomalies).toHaveLength(1);
    const rest = await call(getAnomalies, { limit: 100, cursor: first.next_cursor }, lake.deps);
    const ids = [...first.anomalies, ...rest.anomalies].map(({ id }: { id: string }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ids).size).toBe(ids.length);

    await call(acknowledge, { id: ids[0] ?? '', note: 'The test data was wrong' }, lake.deps);
    expect(await fail(acknowledge, { id: ids[0] ?? '' }, lake.deps)).toMatchObject({ status: 404 });
    const open = await call(getAnomalies, { limit: 100 }, lake.deps);
    expect(open.anomalies.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1));

    const later = new Date(lake.deps.clock().getTime() + 91 * 24 * 60 * 60 * 1000);
    expect(await call(getAnomalies, {}, { ...lake.deps, clock: () => later })).toMatchObject({
      anomalies: [],
    });
  });
});

describe('a rule', () => {
  const statement = 'Store the passwords of the users in plain text';
  const rulesFor = async (module: string): Promise<string[]> =>
    (
      await call(getWarnings, { module, statement, alternatives: ['bcrypt', 'argon2'] }, lake.deps)
    ).warnings.flatMap(({ rule }: { rule?: string }) => rule ?? []);

  it('counts what it caught, and is silent where it was dismissed until that is undone', async () => {
    const [rule = ''] = await rulesFor('auth');
    const decision_id = await capture(statement, 'auth');
    const dismissal = { rule, domain: 'auth', reason: 'A demonstration of what not to do' };
    expect(await call(dismissWarning, dismissal, lake.deps)).toEqual({ rule, changed: true });
    expect(await call(dismissWarning, dismissal, lake.deps)).toEqual({ rule, changed: false });
    expect(await rulesFor('auth')).not.toContain(rule);
    expect(await rulesFor('backend')).toContain(rule);
    await call(dismissWarning, { rule, decision_id, reason: 'A demonstration' }, lake.deps);
    const { rules } = await call(listRules, {}, lake.deps);
    expect(rules.find((one: { rule: string }) => one.rule === rule)).toMatchObject({
      caught: 1,
      dismissed: 1,
      silent_in: ['auth'],
    });
    // Only a dismissal needs a reason.
    const { reason: _, ...place } = dismissal;
    expect((await fail(dismissWarning, place, lake.deps)).data.field).toBe('reason');
    await call(dismissWarning, { ...place, undo: true }, lake.deps);
    expect(await rulesFor('auth')).toContain(rule);
    const ofOne = { rule, decision_id, undo: true };
    expect((await fail(dismissWarning, ofOne, lake.deps)).data.field).toBe('undo');
  });
});
