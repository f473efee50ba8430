import * as z from 'zod';
import { lockToken, markUsed, type StoredToken } from '../../db/workflow/tokens.ts';
import { findWorkflow } from '../../db/workflow/workflow.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { looksLikeToken, type Refusal, refusalOf } from './domain/tokens.ts';
import * as w from './shared.ts';
import { hashOf, issueToken } from './token.ts';

const problems: Record<Refusal, string> = {
  unknown: 'is unknown',
  revoked: 'was revoked',
  expired: 'has expired',
  used: 'has already been used',
  session: 'belongs to another session',
  phase: 'was issued for another phase',
  action: 'was issued for another action',
};

export default tool({
  name: 'authorize_operation',
  title: 'Authorize an operation',
  description:
    'Redeem a token from verify_compliance before you act. An operation token works exactly once. With create_session_token you also get a token for further actions of the same session and phase, until it expires.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    operation_token: z.string().max(500).describe('The token'),
    create_session_token: z.boolean().default(false).describe('Also issue a reusable session token'),
    session_id: w.sessionParam.optional().describe('Session the token must belong to'),
    current_phase: w.phase.optional().describe('Phase the token must belong to'),
    action: w.action.optional().describe('Action the token must belong to'),
  }),
  output: z.object({
    authorized: z.literal(true).describe('Always true: proceed with the action'),
    session_token: z.string().optional().describe('Reusable token; shown only once'),
    expires_at: z.string().optional().describe('Expiry time of the session token'),
    session_id: z.string().describe('Session of the token'),
    current_phase: z.string().describe('Phase of the token'),
    action: z.string().describe('Action of the token'),
    message: z.string().describe('Summary of the result'),
  }),
  async run(input, deps) {
    const { operation_token, create_session_token, session_id, current_phase, action } = input;
    if (!looksLikeToken(operation_token)) throw refused('unknown');
    const now = deps.clock();
    const hash = hashOf(operation_token);
    return deps.db.sql.begin(async (tx) => {
      const token = await lockToken(tx, hash);
      const claim = { sessionId: session_id, phase: current_phase, action };
      const refusal = refusalOf(
        token && { ...token, expiresAt: Date.parse(token.expiresAt) },
        claim,
        now.getTime(),
      );
      if (refusal || !token) throw refused(refusal ?? 'unknown');
      if (token.type === 'operation') await markUsed(tx, hash, now);
      const done = {
        authorized: true as const,
        session_id: token.sessionId,
        current_phase: token.phase,
        action: action ?? token.action,
      };
      if (!create_session_token) return { ...done, message: 'Authorized.' };
      if (token.type === 'session')
        return {
          ...done,
          expires_at: token.expiresAt,
          message: 'Authorized. The token is already a session token.',
        };
      const expiresAt = await sessionExpiry(token);
      const session_token = await issueToken(tx, deps, {
        type: 'session',
        sessionId: token.sessionId,
        phase: token.phase,
        action: token.action,
        at: now,
        expiresAt,
      });
      return {
        ...done,
        session_token,
        expires_at: expiresAt.toISOString(),
        message: 'Authorized. The session token works for this session and phase until it expires.',
      };

      /** Expiry of a session token: after the preset's session time, and never later than the session itself. */
      async function sessionExpiry({ sessionId }: StoredToken): Promise<Date> {
        const session = await findWorkflow(tx, sessionId);
        const preset = w.toPreset(session?.config);
        const byPreset = now.getTime() + (preset?.session_ttl ?? 0) * w.minutes;
        return new Date(session ? Math.min(byPreset, Date.parse(session.expiresAt)) : byPreset);
      }
    });
  },
});

const refused = (refusal: Refusal): ToolError =>
  new ToolError('refused', `The token ${problems[refusal]}.`, {
    field: 'operation_token',
    problem: problems[refusal],
    reason: refusal,
    suggestion: 'Get a new one with verify_compliance.',
  });
