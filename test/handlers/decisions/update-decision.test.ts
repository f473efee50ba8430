import { describe, expect, it } from 'vitest';
import getDecision from '../../../src/handlers/decisions/get-decision.ts';
import updateDecision from '../../../src/handlers/decisions/update-decision.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture } = useDecisions(lake);

describe('membria_update_decision', () => {
  it('changes the given fields, and keeps every confidence', async () => {
    const decision_id = await capture('Use PostgreSQL for the user database', 'database');
    const update = (input: object) => call(updateDecision, { decision_id, ...input }, lake.deps);
    expect(
      await update({ status: 'executed', linked_pr: 'https://github.com/acme/shop/pull/7' }),
    ).toMatchObject({
      previous_status: 'pending',
      new_status: 'executed',
    });
    await update({ confidence_update: 0.9, notes: 'Load test passed' });
    await update({ confidence_update: 0, linked_commit: 'ABCDEF1' });
    const decision = await call(getDecision, { decision_id }, lake.deps);
    expect(decision).toMatchObject({
      status: 'executed',
      confidence: 0,
      notes: 'Load test passed',
      linked_pr: 'https://github.com/acme/shop/pull/7',
      linked_commit: 'abcdef1',
    });
    expect(decision.confidence_history.map((one: { confidence: number }) => one.confidence)).toEqual([
      0.75, 0.9, 0,
    ]);
  });

  it('corrects the options that were read from the statement', async () => {
    const decision_id = await capture('Write the audit trail twice for a month', 'backend', {
      alternatives: ['Database triggers'],
    });
    const options = async () => (await call(getDecision, { decision_id }, lake.deps)).options;
    expect(await options()).toEqual([
      { option: 'Database triggers', role: 'rejected', direction: 'considered' },
    ]);
    const correction = { chosen: ['dual writes'], rejected: ['CDC'] };
    await call(updateDecision, { decision_id, options: correction }, lake.deps);
    expect(await options()).toEqual([
      { option: 'Dual writes', role: 'chosen', direction: 'adopt' },
      { option: 'Change data capture', role: 'rejected', direction: 'instead' },
    ]);
    const both = { chosen: ['Postgres'], rejected: ['PostgreSQL'] };
    expect(await fail(updateDecision, { decision_id, options: both }, lake.deps)).toMatchObject({
      status: 400,
      data: { field: 'options.rejected', reason: 'contradictory_input' },
    });
  });

  it('does not change the fingerprint of the decision', async () => {
    const decision_id = await capture('Use Redis for the session cache', 'backend');
    const before = await call(getDecision, { decision_id }, lake.deps);
    await call(updateDecision, { decision_id, status: 'reworked', confidence_update: 0.2 }, lake.deps);
    const after = await call(getDecision, { decision_id }, lake.deps);
    expect(after.context_hash).toBe(before.context_hash);
  });

  it.each([
    [{}, 400, -32602],
    [{ confidence_update: 2 }, 400, -32602],
    [{ linked_pr: 'javascript:alert(1)' }, 400, -32602],
  ])('refuses %j', async (input, status, code) => {
    const decision_id = await capture('Use PostgreSQL for the user database');
    expect(await fail(updateDecision, { decision_id, ...input }, lake.deps)).toMatchObject({ status, code });
  });

  it('distinguishes an unknown decision from a malformed id', async () => {
    expect(await fail(updateDecision, { decision_id: 'dec_nowhere', notes: 'x' }, lake.deps)).toMatchObject({
      status: 404,
      code: -32003,
      data: { received: 'dec_nowhere', suggestion: expect.any(String) },
    });
    expect(await fail(updateDecision, { decision_id: 'DEC-1', notes: 'x' }, lake.deps)).toMatchObject({
      status: 400,
      code: -32602,
    });
  });
});
