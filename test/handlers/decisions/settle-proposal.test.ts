import { describe, expect, it } from 'vitest';
import { settleOutcome } from '../../../src/handlers/decisions/settle-proposal.ts';
import { fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture } = useDecisions(lake);

const settle = (decision_id: string) => fail(settleOutcome, { decision_id, verdict: 'confirm' }, lake.deps);

describe('settling a proposed outcome', () => {
  it('tells an unknown decision from one without a proposed outcome', async () => {
    expect(await settle('dec_nope')).toMatchObject({
      code: -32003,
      data: { reason: 'decision_not_found' },
    });
    const decision_id = await capture('Use Valkey for the sessions', 'infra');
    expect(await settle(decision_id)).toMatchObject({ code: -32004 });
  });
});
