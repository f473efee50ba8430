import { describe, expect, it } from 'vitest';
import getSessionState from '../../../src/handlers/reasoning/get-session-state.ts';
import applyPreset from '../../../src/handlers/workflow/apply-preset.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';
import { begin } from '../../support/reasoning.ts';

const lake = useLake();

describe('get_session_state', () => {
  it('includes the workflow session with the same id', async () => {
    await call(applyPreset, { preset_name: 'strict', session_id: 'both' }, lake.deps);
    expect(await call(getSessionState, { session_id: 'both' }, lake.deps)).toMatchObject({
      reasoning_session: null,
      workflow_session: { preset: 'strict', active: true },
      active: true,
    });
    await begin(lake.deps, { session_id: 'both' });
    expect(await call(getSessionState, { session_id: 'both' }, lake.deps)).toMatchObject({
      reasoning_session: { phase: 'analyze', next_step: 'gather_context' },
      workflow_session: { preset: 'strict' },
      thoughts: [],
    });
  });

  it('reports an unknown session', async () => {
    expect(await fail(getSessionState, { session_id: 'none' }, lake.deps)).toMatchObject({ status: 404 });
  });
});
