import { describe, expect, it } from 'vitest';
import getDecision from '../../../src/handlers/decisions/get-decision.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture, conclude } = useDecisions(lake);

describe('membria_get_decision', () => {
  it('lists similar decisions of the same domain first, with their outcomes', async () => {
    const elsewhere = await capture('Use PostgreSQL for user analytics', 'backend');
    const analytics = await capture('Use PostgreSQL for analytics', 'database', { confidence: 0.88 });
    await conclude(analytics, 0.6);
    await capture('Paint the settings page green', 'database');
    const decision_id = await capture('Use PostgreSQL for user database', 'database', { confidence: 0.82 });
    const { similar_decisions } = await call(getDecision, { decision_id }, lake.deps);
    expect(similar_decisions).toEqual([
      {
        decision_id: analytics,
        statement: 'Use PostgreSQL for analytics',
        success_rate: 0.6, // the outcome, not the confidence
        score: expect.any(Number),
        direction: 'same',
        confidence_difference: 0.06,
      },
      expect.objectContaining({ decision_id: elsewhere, success_rate: null }),
    ]);
  });

  it('returns the outcome with its lessons', async () => {
    const decision_id = await capture('Use a queue between shop and mail service', 'infra');
    await conclude(decision_id, 0.9, {
      lessons_learned: ['Dead letters first', 'Alarm on queue length'],
      signals: { ci_passed: true },
    });
    expect(await call(getDecision, { decision_id }, lake.deps)).toMatchObject({
      status: 'completed',
      outcome: 'success',
      outcome_details: {
        final_score: 0.9,
        lessons_learned: ['Dead letters first', 'Alarm on queue length'],
        signals: { ci_passed: true },
      },
    });
  });

  it('reports an unknown decision', async () => {
    expect(await fail(getDecision, { decision_id: 'dec_0123456789ab' }, lake.deps)).toMatchObject({
      status: 404,
      code: -32003,
      kind: 'not_found',
    });
  });
});
