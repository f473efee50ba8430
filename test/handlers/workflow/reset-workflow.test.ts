import { describe, expect, it } from 'vitest';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import analyzeProblem from '../../../src/handlers/reasoning/analyze-problem.ts';
import finalizeDecision from '../../../src/handlers/reasoning/finalize-decision.ts';
import gatherContext from '../../../src/handlers/reasoning/gather-context.ts';
import getSessionState from '../../../src/handlers/reasoning/get-session-state.ts';
import reasonThrough from '../../../src/handlers/reasoning/reason-through.ts';
import authorizeOperation from '../../../src/handlers/workflow/authorize-operation.ts';
import getWorkflowStatus from '../../../src/handlers/workflow/get-workflow-status.ts';
import resetWorkflow from '../../../src/handlers/workflow/reset-workflow.ts';
import verifyCompliance from '../../../src/handlers/workflow/verify-compliance.ts';
import { call, fail } from '../../support/call.ts';
import { experience, madeUp } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';
import { minute, withClock, workflow } from '../../support/workflow.ts';

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

  it('leaves a way through the reason gate after a finalized reasoning session', async () => {
    const session_id = await workflow(lake.deps, 'strict');
    const reasoned = async () => {
      await call(analyzeProblem, { problem: 'Which shelf?', session_id }, lake.deps);
      await call(gatherContext, { session_id, sources: {} }, lake.deps);
      await call(reasonThrough, { session_id, thought: 'The upper one', thought_number: 1 }, lake.deps);
      await call(
        finalizeDecision,
        { session_id, conclusion: 'Upper', record_as_experience: false },
        lake.deps,
      );
      return (await call(getWorkflowStatus, { session_id }, lake.deps)).gates_status.reason.completed_tools;
    };
    expect(await reasoned()).toHaveLength(3);
    const { message } = await call(resetWorkflow, { session_id }, lake.deps);
    expect(message).toContain(`Its finalized reasoning session is now ${session_id}/1.`);
    expect(await reasoned()).toHaveLength(3);
    await call(resetWorkflow, { session_id }, lake.deps);
    const kept = await call(getSessionState, { session_id: `${session_id}/2` }, lake.deps);
    expect(kept).toMatchObject({ reasoning_session: { phase: 'finalized' }, thought_count: 1 });
  });

  it('resets the session that was used last, not the one applied last', async () => {
    const { deps, advance } = withClock(lake.deps, '2100-04-01T12:00:00.000Z');
    const used = await workflow(deps, 'three-gate');
    advance(minute);
    await workflow(deps, 'three-gate');
    advance(minute);
    await call(recordExperience, { ...madeUp(77), session_id: used }, deps);
    expect((await call(resetWorkflow, {}, deps)).session_id).toBe(used);
  });
});
