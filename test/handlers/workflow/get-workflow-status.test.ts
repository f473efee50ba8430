import { describe, expect, it } from 'vitest';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import authorizeOperation from '../../../src/handlers/workflow/authorize-operation.ts';
import getWorkflowStatus from '../../../src/handlers/workflow/get-workflow-status.ts';
import verifyCompliance from '../../../src/handlers/workflow/verify-compliance.ts';
import { call, fail } from '../../support/call.ts';
import { experience } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';
import { minute, withClock, workflow } from '../../support/workflow.ts';

const lake = useLake();

describe('get_workflow_status', () => {
  it('returns an empty status before the first session', async () => {
    expect(await call(getWorkflowStatus, {}, lake.deps)).toMatchObject({
      session_id: null,
      active_session: false,
      preset: 'three-gate',
      steps_completed: [],
      active_tokens: [],
    });
  });

  it('returns gates, steps, and shortened tokens', async () => {
    const { deps, advance } = withClock(lake.deps);
    const session_id = await workflow(deps, 'three-gate');
    await call(recordExperience, experience({ session_id }), deps);
    const ask = { current_phase: 'teach', action: 'deploy', session_id };
    const first = await call(verifyCompliance, ask, deps);
    advance(1000);
    const second = await call(verifyCompliance, ask, deps);
    const { session_token } = await call(
      authorizeOperation,
      { operation_token: first.operation_token, create_session_token: true },
      deps,
    );
    const status = await call(getWorkflowStatus, { session_id }, deps);
    expect(status).toMatchObject({
      session_id,
      current_phase: 'learn',
      active_session: true,
      preset: 'three-gate',
      gates_status: {
        teach: { passed: true, completed_tools: ['record_experience'], missing: ['tag_experience'] },
        learn: { passed: false },
        reason: { passed: false },
      },
      active_tokens: [
        { token_id: `${second.operation_token.slice(0, 9)}…`, type: 'operation', expires_in_seconds: 300 },
        { token_id: `${session_token.slice(0, 9)}…`, type: 'session', expires_in_seconds: 3599 },
      ],
      fast_track_active: true,
    });
    expect(status.steps_completed.slice(0, 3)).toEqual([
      'apply_preset',
      'record_experience',
      'verify_compliance',
    ]);
    for (const { token_id } of status.active_tokens)
      expect((await fail(authorizeOperation, { operation_token: token_id }, deps)).kind).toBe('refused');
    expect((await call(getWorkflowStatus, {}, deps)).session_id).toBe(session_id);

    advance(60 * minute);
    expect(await call(getWorkflowStatus, { session_id }, deps)).toMatchObject({
      active_session: false,
      active_tokens: [],
      gates_status: { teach: { passed: false } },
    });
  });
});
