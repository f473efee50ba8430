import * as z from 'zod';
import { nextSteps } from '../shared/domain/gates.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';
import { issueToken } from './token.ts';

export default tool({
  name: 'verify_compliance',
  title: 'Verify compliance',
  description:
    "Request a token from a gate. It is issued if the tools that the session's preset requires were called successfully in this session; otherwise the missing ones are named. Redeem it with authorize_operation.",
  effect: 'add',
  countsForGates: true,
  input: z.strictObject({
    current_phase: w.phase,
    action: w.action,
    session_id: w.sessionParam.optional(),
  }),
  output: z.object({
    compliant: z.literal(true).describe('Always true: the gate is open'),
    operation_token: z.string().describe('Token; shown only once'),
    session_id: w.sessionParam,
    current_phase: w.phase,
    expires_at: z.string().describe('Expiry time of the token'),
    missing_requirements: z
      .array(z.string())
      .describe('Missing tools, which a lenient preset does not require'),
    message: z.string().describe('Summary of the result'),
  }),
  async run({ current_phase, action, session_id }, deps) {
    const now = deps.clock();
    const state = await w.stateOf(deps, session_id, now);
    const judged = w.judgeState(state, current_phase);
    const missing_requirements = judged.missing.map(({ tool }) => tool);
    if (judged.blocks) {
      const expired = state.expired && session_id !== undefined;
      throw new ToolError(
        'refused',
        expired
          ? w.expiredSession(session_id)
          : `The ${current_phase} gate (${state.preset.enforcement}) is closed; missing: ${missing_requirements.join(', ')}.`,
        {
          missing_requirements,
          current_phase,
          enforcement: state.preset.enforcement,
          next_steps: nextSteps(judged, state.preset),
          suggestion:
            session_id === undefined
              ? 'Pass a session_id in every call; apply_preset returns one.'
              : 'Call the missing tools with this session_id, then try again.',
        },
      );
    }
    const expiresAt = new Date(now.getTime() + state.preset.token_ttl * w.minutes);
    return deps.db.sql.begin(async (tx) => {
      const session =
        state.session && !state.expired
          ? state.session
          : await w.start(tx, session_id ?? deps.newId(), state.preset, now);
      const { sessionId } = session;
      const operation_token = await issueToken(tx, deps, {
        type: 'operation',
        sessionId,
        phase: current_phase,
        action,
        at: now,
        expiresAt,
      });
      return {
        compliant: true as const,
        operation_token,
        session_id: sessionId,
        current_phase,
        expires_at: expiresAt.toISOString(),
        missing_requirements,
        message: `The ${current_phase} gate is open. Use the token once with authorize_operation.`,
      };
    });
  },
});
