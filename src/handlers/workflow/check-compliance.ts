import * as z from 'zod';
import { nextSteps } from '../shared/domain/gates.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

export default tool({
  name: 'check_compliance',
  title: 'Check compliance (dry run)',
  description:
    "Check whether a gate would allow an action: which of the preset's tools were called successfully in this session, and which are missing. Changes nothing and issues no token.",
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({
    current_phase: w.phase,
    action: w.action,
    session_id: w.sessionParam.optional(),
  }),
  output: z.object({
    compliant: z.boolean().describe('Whether the requirements of the preset are met'),
    missing_requirements: z
      .array(z.string())
      .describe('Tools not yet called; for a moderate preset, one of them is enough'),
    next_steps: z.array(z.string()).describe('Next steps'),
    would_block: z.boolean().describe('Whether verify_compliance would refuse the action'),
    mode: z.literal('dry-run').describe('Always dry-run: nothing was changed'),
    current_phase: w.phase,
    action: z.string().describe('As given'),
    enforcement: z.string().describe('How strictly the preset is enforced'),
  }),
  async run({ current_phase, action, session_id }, deps) {
    const state = await w.stateOf(deps, session_id, deps.clock());
    const judged = w.judgeState(state, current_phase);
    return {
      compliant: judged.met,
      missing_requirements: judged.missing.map(({ tool }) => tool),
      next_steps: [
        ...(state.expired && session_id !== undefined ? [w.expiredSession(session_id)] : []),
        ...(session_id === undefined ? ['Pass a session_id in every call; apply_preset returns one.'] : []),
        ...nextSteps(judged, state.preset),
        ...(judged.blocks ? [] : ['Call verify_compliance to get a token.']),
      ],
      would_block: judged.blocks,
      mode: 'dry-run' as const,
      current_phase,
      action,
      enforcement: state.preset.enforcement,
    };
  },
});
