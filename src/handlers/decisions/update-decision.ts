import * as z from 'zod';
import { lockStatus, updateDecision } from '../../db/decisions/changes.ts';
import { saveOptions } from '../../db/decisions/options.ts';
import { decisionStatuses } from '../../db/schema/decisions.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { touchedByDecision } from './addresses.ts';
import { inStatus } from './domain/contradictions.ts';
import { learnAgain, topicsOfOutcome } from './learn.ts';
import { correctedOptions } from './options.ts';
import { decisionId, explain, noDecision, notices, prefixedId, refuse, share } from './shared.ts';

const names = z.array(z.string().trim().min(1).max(100)).max(20).default([]);

export default tool({
  name: 'membria_update_decision',
  aliases: ['membria.update_decision'],
  title: 'Update a decision',
  description:
    'Change the status, confidence, notes, options, linked pull request or commit of a decision. The statement never changes; earlier confidences are kept. Returns the status before and after.',
  effect: 'change',
  explain,
  input: z.strictObject({
    decision_id: decisionId,
    status: z.enum(decisionStatuses).optional().describe('New status'),
    confidence_update: share.optional().describe('New confidence'),
    notes: z.string().min(1).max(10_000).optional().describe('Notes; replace earlier ones'),
    linked_pr: z
      .url({ protocol: /^https?$/, error: 'must be the URL of a pull request' })
      .max(500)
      .optional()
      .describe('URL of the pull request that implements it'),
    linked_commit: z
      .string()
      .regex(/^[0-9a-f]{7,64}$/i, 'must be a commit hash')
      .optional()
      .describe('Hash of the commit that implements it'),
    options: z
      .strictObject({
        chosen: names.describe('Options chosen'),
        rejected: names.describe('Options rejected'),
      })
      .optional()
      .describe('Corrects what the decision was read to choose and reject'),
    review_at: p.timestamp.optional().describe('New time to ask for its outcome'),
  }),
  output: z.object({
    decision_id: z.string().describe('Decision id'),
    previous_status: z.string().describe('Previous status'),
    new_status: z.string().describe('New status'),
    updated_at: z.string().describe('Time of the change'),
    ...notices,
  }),
  touches: touchedByDecision,
  async run({ decision_id, ...input }, deps) {
    if (Object.values(input).every((value) => value === undefined))
      throw new ToolError('invalid_input', 'Nothing to change.', {
        suggestion: 'Set status, confidence_update, notes, options, linked_pr, linked_commit or review_at.',
      });
    const options = input.options && correctedOptions(input.options);
    const changed = await deps.db.sql.begin(async (tx) => {
      const before = await lockStatus(tx, decision_id);
      if (before && input.status)
        refuse(
          inStatus(before.status, input.status, before.outcome),
          'status',
          input.status,
          'Use reworked when it was taken back, or record_outcome with replace: true to correct an outcome.',
        );
      const topics = before?.outcome && options ? await topicsOfOutcome(tx, decision_id) : undefined;
      const found = await updateDecision(tx, decision_id, {
        status: input.status,
        confidence: input.confidence_update,
        notes: input.notes,
        reviewAt: input.review_at,
        linkedPr: input.linked_pr,
        linkedCommit: input.linked_commit?.toLowerCase(),
        changeIds: { pr: prefixedId('chg', deps), commit: prefixedId('chg', deps) },
      });
      if (found && options) await saveOptions(tx, 'correction', [{ decisionId: decision_id, options }]);
      if (topics) await learnAgain(tx, decision_id, topics, deps);
      return found;
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
