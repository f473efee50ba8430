import * as z from 'zod';
import { updateDecision } from '../../db/decisions/changes.ts';
import { decisionStatuses } from '../../db/schema/decisions.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { touchedByDecision } from './addresses.ts';
import { decisionId, explain, noDecision, notices, prefixedId, share } from './shared.ts';

export default tool({
  name: 'membria_update_decision',
  aliases: ['membria.update_decision'],
  title: 'Update a decision',
  description:
    'Change status, confidence, notes or the linked pull request or commit of a decision. The statement never changes; earlier confidences are kept. Returns the status before and after.',
  effect: 'change',
  explain,
  input: z.strictObject({
    decision_id: decisionId,
    status: z.enum(decisionStatuses).optional().describe('Its new status'),
    confidence_update: share.optional().describe('How sure you are now, 0 to 1'),
    notes: z.string().min(1).max(10_000).optional().describe('Notes, in place of earlier ones'),
    linked_pr: z
      .url({ protocol: /^https?$/, error: 'must be the URL of a pull request' })
      .max(500)
      .optional()
      .describe('URL of the pull request that carries it out'),
    linked_commit: z
      .string()
      .regex(/^[0-9a-f]{7,64}$/i, 'must be the hash of a commit')
      .optional()
      .describe('Hash of the commit that carries it out'),
  }),
  output: z.object({
    decision_id: z.string().describe('Id of the decision'),
    previous_status: z.string().describe('Its status before'),
    new_status: z.string().describe('Its status now'),
    updated_at: z.string().describe('When it was changed'),
    ...notices,
  }),
  touches: touchedByDecision,
  async run({ decision_id, ...input }, deps) {
    if (Object.values(input).every((value) => value === undefined))
      throw new ToolError('invalid_input', 'There is nothing to change.', {
        suggestion: 'Give status, confidence_update, notes, linked_pr or linked_commit.',
      });
    const changed = await updateDecision(deps.db.sql, decision_id, {
      status: input.status,
      confidence: input.confidence_update,
      notes: input.notes,
      linkedPr: input.linked_pr,
      linkedCommit: input.linked_commit?.toLowerCase(),
      changeIds: { pr: prefixedId('chg', deps), commit: prefixedId('chg', deps) },
    });
    if (!changed) throw noDecision(decision_id);
    return {
      decision_id,
      previous_status: changed.previous,
      new_status: changed.status,
      updated_at: changed.updatedAt,
    };
  },
});
