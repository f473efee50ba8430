import * as z from 'zod';
import { setFinalizedAside } from '../../db/reasoning/reasoning.ts';
import { removeDeadTokens } from '../../db/workflow/tokens.ts';
import { resetWorkflow } from '../../db/workflow/workflow.ts';
import { sees } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

export default tool({
  name: 'reset_workflow',
  title: 'Reset a workflow',
  description:
    'Reset the gates of a session (default: the most recently used): earlier calls no longer count, and its tokens are revoked. With cleanup_only, only removes tokens that are no longer valid.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    session_id: w.sessionParam.optional(),
    cleanup_only: z
      .boolean()
      .default(false)
      .describe('Only remove spent tokens, of all sessions unless session_id is set'),
  }),
  output: z.object({
    reset: z.boolean().describe('Whether a session was reset'),
    session_id: z.string().optional().describe('The session'),
    cleaned_up: z.int().describe('Number of invalid tokens removed'),
    revoked_tokens: z.int().describe('Number of tokens revoked by this call'),
    message: z.string().describe('Summary of the result'),
  }),
  async run({ session_id, cleanup_only }, deps) {
    const { db, clock } = deps;
    const now = clock();
    if (cleanup_only) {
      const cleaned_up = await removeDeadTokens(db.sql, session_id, now);
      return {
        reset: false,
        ...(session_id === undefined ? {} : { session_id }),
        cleaned_up,
        revoked_tokens: 0,
        message: `Removed ${cleaned_up} tokens that were no longer valid.`,
      };
    }
    const session = await w.namedOrLast(db.sql, session_id);
    if (!session)
      return { reset: false, cleaned_up: 0, revoked_tokens: 0, message: 'There is no workflow session.' };
    const { sessionId } = session;
    return db.sql.begin(async (tx) => {
      const revoked_tokens = (await resetWorkflow(tx, sessionId, now)) ?? 0;
      // The gate of the reason phase needs a new reasoning session under this id, which a finalized one would block.
      const kept = sees(deps, 'reasoning') ? await setFinalizedAside(tx, sessionId) : undefined;
      return {
        reset: true,
        session_id: sessionId,
        cleaned_up: 0,
        revoked_tokens,
        message: [
          `The gates of ${sessionId.slice(0, 100)} are closed again; ${revoked_tokens} ${revoked_tokens === 1 ? 'token was' : 'tokens were'} revoked.`,
          ...(kept === undefined ? [] : [`Its finalized reasoning session is now ${kept.slice(0, 120)}.`]),
        ].join(' '),
      };
    });
  },
});
