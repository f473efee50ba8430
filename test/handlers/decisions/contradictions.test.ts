import { describe, expect, it } from 'vitest';
import captureDecision from '../../../src/handlers/decisions/capture-decision.ts';
import recordOutcome from '../../../src/handlers/decisions/record-outcome.ts';
import recordSignal from '../../../src/handlers/decisions/record-signal.ts';
import updateDecision from '../../../src/handlers/decisions/update-decision.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture, conclude } = useDecisions(lake);
const refused = { status: 400, code: -32602, data: { reason: 'contradictory_input' } };

describe('contradictory input is refused:', () => {
  it.each([
    [{ final_status: 'failure', final_score: 0.95 }, 'failure contradicts final_score 0.95'],
    [{ final_status: 'success', final_score: 0.1 }, 'success contradicts final_score 0.1'],
    [{ final_status: 'partial', final_score: 1 }, 'partial contradicts final_score 1'],
    [{ final_status: 'success', final_score: 0.9, signals: { ci_passed: false } }, 'signals.ci_passed false'],
  ])('the outcome %j', async (outcome, message) => {
    const decision_id = await capture('Use PostgreSQL for the user database', 'database');
    const error = await fail(recordOutcome, { decision_id, ...outcome }, lake.deps);
    expect(error).toMatchObject(refused);
    expect(error.message).toContain(message);
    await conclude(decision_id, 0.5);
  });

  it.each([
    ['ci_failed', 'positive'],
    ['ci_passed', 'negative'],
    ['incident', 'positive'],
  ])('the signal %s, %s', async (signal_type, valence) => {
    const decision_id = await capture('Use PostgreSQL for the user database');
    expect(await fail(recordSignal, { decision_id, signal_type, valence }, lake.deps)).toMatchObject(refused);
    await call(recordSignal, { decision_id, signal_type, valence: 'neutral' }, lake.deps);
  });

  it('a status that goes back, or against the outcome', async () => {
    const decision_id = await capture('Use PostgreSQL for the user database');
    const set = (status: string) => ({ decision_id, status });
    await conclude(decision_id, 0.9);
    expect(await fail(updateDecision, set('pending'), lake.deps)).toMatchObject(refused);
    expect(await fail(updateDecision, set('failed'), lake.deps)).toMatchObject(refused);
    await call(updateDecision, set('reworked'), lake.deps);
    await call(updateDecision, set('executed'), lake.deps);
    expect(await fail(updateDecision, set('pending'), lake.deps)).toMatchObject(refused);
  });
});

describe('a correction of the options of a completed decision', () => {
  it('moves its outcome to them', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const id = await capture(`Use RabbitMQ for queue ${i}`, 'infra');
      ids.push(id);
      await conclude(id, 0);
    }
    const patterns = async () =>
      (await lake.db.sql`select pattern from antipatterns where domain = 'infra' and retired_at is null`).map(
        ({ pattern }) => pattern,
      );
    expect(await patterns()).toEqual([expect.stringContaining('Using RabbitMQ in infra decisions: 0 of 3')]);
    const options = { chosen: ['Kafka'], rejected: ['RabbitMQ'] };
    await call(updateDecision, { decision_id: ids[0], options }, lake.deps);
    expect(await patterns()).toEqual([]);
  });
});

describe('what only looks contradictory is stored:', () => {
  it.each([
    ['Upgrade to PostgreSQL 16', 'Stay on PostgreSQL 15'],
    ['Wrap the new REST API in SOAP for existing consumers.', 'keep the old SOAP service'],
    ['Run Kafka in KRaft mode', 'Kafka with ZooKeeper'],
  ])('%s, instead of: %s', async (statement, alternative) => {
    const decision = { statement, alternatives: [alternative], confidence: 0.7 };
    expect((await call(captureDecision, decision, lake.deps)).decision_id).toMatch(/^dec_/);
  });
});
