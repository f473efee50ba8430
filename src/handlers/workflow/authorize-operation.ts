import * as z from 'zod';
import { lockToken, markUsed, type StoredToken } from '../../db/workflow/tokens.ts';
import { findWorkflow } from '../../db/workflow/workflow.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { looksLikeToken, type Refusal, refusalOf } from './domain/tokens.ts';
import * as w from './shared.ts';
import { hashOf, issueToken } from './token.ts';

const problems: Record<Refusal, string> = {
  unknown: 'is not a token of this store',
  revoked: 'was revoked',
  expired: 'has expired',
  used: 'was used already',
  session: 'belongs to another session',
  phase: 'was given for another phase',
  action: 'was given for another action',
};

export default tool({
  name: 'authorize_operation',
  title: 'Authorize an operation',
  description:
    'Use a token from verify_compliance. An operation token works exactly once. Say session_id, current_phase and action, and the token must be for these. With create_session_token you also get a token for further actions of the same session and phase; it works until it expires.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    operation_token: z.string().max(500).describe('The token'),
    create_session_token: z.boolean().default(false).describe('Also give a token that can be used again'),
    session_id: w.sessionParam.optional().describe('The session it must be for'),
    current_phase: w.phase.optional().describe('The phase it must be for'),
    action: w.action.optional().describe('The action it must be for'),
  }),
  output: z.object({
    authorized: z.literal(true).describe('True: go ahead'),
    session_token: z.string().optional().describe('The token that can be used again; it is shown only here'),
    expires_at: z.string().optional().describe('When that token expires'),
    session_id: z.string().describe('The session it was for'),
    current_phase: z.string().describe('The phase it was for'),
    action: z.string().describe('The action it was for'),
    message: z.string().describe('What happened, in a sentence'),
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
          message: 'Authorized. This is a session token already.',
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

      /** As long as the preset lets a session live, and never longer than the session itself. */
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
    suggestion: 'Ask for a new one with verify_compliance.',
  });
