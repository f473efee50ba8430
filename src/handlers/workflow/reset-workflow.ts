import * as z from 'zod';
import { removeDeadTokens } from '../../db/workflow/tokens.ts';
import { resetWorkflow } from '../../db/workflow/workflow.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

export default tool({
  name: 'reset_workflow',
  title: 'Reset a workflow',
  description:
    'Begin the gates of a session anew: what was done no longer counts, and its tokens are revoked. Without session_id: the session used last. With cleanup_only, only tokens that can never be used again are removed.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    session_id: w.sessionParam.optional(),
    cleanup_only: z
      .boolean()
      .default(false)
      .describe('Only remove expired, used and revoked tokens; of all sessions without session_id'),
  }),
  output: z.object({
    reset: z.boolean().describe('Whether a session was reset'),
    session_id: z.string().optional().describe('The session'),
    cleaned_up: z.int().describe('Tokens removed that could not be used any more'),
    revoked_tokens: z.int().describe('Tokens that can no longer be used since now'),
    message: z.string().describe('What happened, in a sentence'),
  }),
  async run({ session_id, cleanup_only }, { db, clock }) {
    const now = clock();
    if (cleanup_only) {
      const cleaned_up = await removeDeadTokens(db.sql, session_id, now);
      return {
        reset: false,
        ...(session_id === undefined ? {} : { session_id }),
        cleaned_up,
        revoked_tokens: 0,
        message: `Removed ${cleaned_up} tokens that could not be used any more.`,
      };
    }
    const session = await w.namedOrLast(db.sql, session_id);
    if (!session)
      return { reset: false, cleaned_up: 0, revoked_tokens: 0, message: 'There is no workflow session.' };
    const { sessionId } = session;
    return db.sql.begin(async (tx) => {
      const revoked_tokens = (await resetWorkflow(tx, sessionId, now)) ?? 0;
      return {
        reset: true,
        session_id: sessionId,
        cleaned_up: 0,
        revoked_tokens,
        message: `The gates of ${sessionId.slice(0, 100)} are closed again; ${revoked_tokens} tokens were revoked.`,
      };
    });
  },
});
