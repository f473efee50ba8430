import { describe, expect, it } from 'vitest';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import checkCompliance from '../../../src/handlers/workflow/check-compliance.ts';
import { call } from '../../support/call.ts';
import { madeUp } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';
import { workflow } from '../../support/workflow.ts';

const lake = useLake();

describe('check_compliance', () => {
  it('agrees with verify_compliance and issues nothing', async () => {
    const session_id = await workflow(lake.deps, 'three-gate');
    const check = () =>
      call(checkCompliance, { current_phase: 'teach', action: 'deploy', session_id }, lake.deps);
    expect(await check()).toMatchObject({
      compliant: false,
      would_block: true,
      missing_requirements: ['record_experience', 'tag_experience'],
      next_steps: ['Call record_experience or tag_experience with this session_id; one is enough.'],
      mode: 'dry-run',
    });
    await call(recordExperience, { ...madeUp(20), session_id }, lake.deps);
    expect(await check()).toMatchObject({ compliant: true, would_block: false, missing_requirements: [] });
    const [tokens] = await lake.db
      .sql`select count(*)::int as n from workflow_tokens where session_id = ${session_id}`;
    expect(tokens?.n).toBe(0);
  });
});
