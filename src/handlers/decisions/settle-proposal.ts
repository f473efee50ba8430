import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { openProposal, settleProposal } from '../../db/decisions/proposals.ts';
import { decisions } from '../../db/schema/index.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { resultOf, tool } from '../tool/tool.ts';
import { touchedByDecision } from './addresses.ts';
import recordOutcome from './record-outcome.ts';
import { decisionId, noDecision, texts } from './shared.ts';

/**
 * Confirms or rejects the outcome that signals suggest. For people, by REST, the viewer and `dewey decisions`; outside the
 * catalog, because an agent is not to confirm what concerns its own work.
 */
export const settleOutcome = tool({
  name: 'settle_outcome',
  title: 'Settle a proposed outcome',
  description: 'Confirm the outcome proposed for a decision, which records it, or reject it.',
  effect: 'change',
  toolset: 'decisions',
  input: z.strictObject({
    decision_id: decisionId,
    verdict: z.enum(['confirm', 'reject']).describe('confirm records the outcome as proposed'),
    note: z.string().min(1).max(2000).optional().describe('Why'),
    lessons_learned: texts.default([]).describe('Lessons to record with a confirmed outcome'),
  }),
  output: z.object({
    decision_id: z.string().describe('Decision id'),
    state: z.string().describe('confirmed or rejected'),
    outcome: z.record(z.string(), z.unknown()).optional().describe('The recorded outcome'),
  }),
  touches: touchedByDecision,
  async run({ decision_id: id, verdict, note, lessons_learned }, deps) {
    const { sql } = deps.db;
    const proposal = await openProposal(sql, id);
    if (!proposal) {
      if (!(await isDecision(id, deps))) throw noDecision(id);
      throw new ToolError('not_found', `No outcome is proposed for ${id}.`, {
        field: 'decision_id',
        received: id,
        suggestion: 'Record the outcome with membria_record_outcome.',
      });
    }
    if (verdict === 'reject') {
      await settleProposal(sql, id, 'rejected', note);
      return { decision_id: id, state: 'rejected' };
    }
    const input = {
      decision_id: id,
      final_status: proposal.finalStatus,
      final_score: proposal.score,
      lessons_learned,
    };
    const outcome = resultOf(await recordOutcome.call(input, deps)) as Record<string, unknown>;
    return { decision_id: id, state: 'confirmed', outcome };
  },
});

async function isDecision(id: string, { db }: Deps): Promise<boolean> {
  const found = await db
    .select({ id: decisions.id })
    .from(decisions)
    .where(and(eq(decisions.id, id), isNull(decisions.deletedAt)));
  return found.length > 0;
}
