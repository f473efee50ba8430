import { describe, expect, it } from 'vitest';
import getDecision from '../../../src/handlers/decisions/get-decision.ts';
import recordSignal from '../../../src/handlers/decisions/record-signal.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture } = useDecisions(lake);

describe('membria_record_signal', () => {
  it('estimates success by the rule of succession, ignoring neutral signals', async () => {
    const decision_id = await capture('Use PostgreSQL for the user database');
    const signal = (signal_type: string, valence: string) =>
      call(recordSignal, { decision_id, signal_type, valence }, lake.deps);
    expect((await signal('pr_created', 'neutral')).estimated_success).toBe(0.5);
    expect((await signal('ci_passed', 'positive')).estimated_success).toBeCloseTo(2 / 3, 4);
    expect((await signal('pr_merged', 'positive')).estimated_success).toBe(0.75);
    expect(await signal('incident', 'negative')).toMatchObject({
      signal_id: expect.stringMatching(/^sig_[0-9a-f]{12}$/),
      decision_id,
      status: 'recorded',
      estimated_success: 0.6,
    });
    const { signals, estimated_success } = await call(getDecision, { decision_id }, lake.deps);
    expect(signals.map((one: { signal_type: string }) => one.signal_type)).toEqual([
      'pr_created',
      'ci_passed',
      'pr_merged',
      'incident',
    ]);
    expect(estimated_success).toBe(0.6);
  });

  it('records a repeated delivery once', async () => {
    const decision_id = await capture('Use PostgreSQL for the user database');
    const input = { decision_id, signal_type: 'ci_passed', valence: 'positive', external_id: 'delivery-1' };
    const sent = await Promise.all(Array.from({ length: 8 }, () => call(recordSignal, input, lake.deps)));
    expect(new Set(sent.map(({ signal_id }) => signal_id)).size).toBe(1);
    expect(sent.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect((await call(recordSignal, input, lake.deps)).estimated_success).toBeCloseTo(2 / 3, 4);
  });

  it('names a missing decision and an unknown signal type', async () => {
    const missing = { decision_id: 'dec_nowhere', signal_type: 'ci_passed', valence: 'positive' };
    expect(await fail(recordSignal, missing, lake.deps)).toMatchObject({ status: 404, code: -32003 });
    expect(await fail(recordSignal, { ...missing, signal_type: 'rumour' }, lake.deps)).toMatchObject({
      status: 400,
      data: { field: 'signal_type' },
    });
  });
});
