import { describe, expect, it } from 'vitest';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import authorizeOperation from '../../../src/handlers/workflow/authorize-operation.ts';
import getWorkflowStatus from '../../../src/handlers/workflow/get-workflow-status.ts';
import resetWorkflow from '../../../src/handlers/workflow/reset-workflow.ts';
import verifyCompliance from '../../../src/handlers/workflow/verify-compliance.ts';
import { call, fail } from '../../support/call.ts';
import { experience } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';
import { withClock, workflow } from '../../support/workflow.ts';

const lake = useLake();

describe('reset_workflow', () => {
  it('closes the gates and revokes the tokens of this session only', async () => {
    const { deps, advance } = withClock(lake.deps);
    const sessions = [await workflow(deps, 'three-gate'), await workflow(deps, 'three-gate')];
    const tokens: string[] = [];
    for (const session_id of sessions) {
      await call(recordExperience, experience({ session_id }), deps);
      const ask = { current_phase: 'teach', action: 'deploy', session_id };
      tokens.push((await call(verifyCompliance, ask, deps)).operation_token);
    }
    advance(1);
    expect(await call(resetWorkflow, { session_id: sessions[0] }, deps)).toMatchObject({
      reset: true,
      session_id: sessions[0],
      revoked_tokens: 1,
    });
    advance(1);
    const status = async (session_id?: string) => call(getWorkflowStatus, { session_id }, deps);
    expect((await status(sessions[0])).gates_status.teach.passed).toBe(false);
    expect((await status(sessions[1])).gates_status.teach.passed).toBe(true);
    expect((await fail(authorizeOperation, { operation_token: tokens[0] }, deps)).data.reason).toBe(
      'revoked',
    );
    await call(authorizeOperation, { operation_token: tokens[1] }, deps);

    const cleaned = await call(resetWorkflow, { cleanup_only: true }, deps);
    expect(cleaned).toMatchObject({ reset: false, revoked_tokens: 0 });
    expect(cleaned.cleaned_up).toBeGreaterThanOrEqual(2);
    expect((await status(sessions[1])).gates_status.teach.passed).toBe(true);
    expect((await fail(resetWorkflow, { session_id: 'none' }, deps)).status).toBe(404);
  });
});
