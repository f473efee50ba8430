import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { decisions } from '../../db/schema/index.ts';
import { tool } from '../tool/tool.ts';
import { readParts } from './decision-parts.ts';
import { rounded } from './domain/numbers.ts';
import { optionsOfDecision } from './options.ts';
import { decisionId, noDecision, notices, part } from './shared.ts';
import { similarTo, toSimilar } from './similar.ts';

const mostSimilar = 5;

const optionalText = z.string().optional();

export default tool({
  name: 'membria_get_decision',
  aliases: ['membria.get_decision'],
  title: 'Get a decision',
  description:
    'Get a decision in full: confidence over time, signals, outcome, similar decisions and matching antipatterns.',
  effect: 'read',
  input: z.strictObject({ decision_id: decisionId }),
  output: z.object({
    decision_id: z.string().describe('Decision id'),
    statement: z.string().describe('Statement of the decision'),
    alternatives: z.array(z.string()).describe('Alternatives'),
    confidence: z.number().describe('Current confidence'),
    module: z.string().describe('Domain'),
    created_at: z.string().describe('Time it was captured'),
    updated_at: z.string().describe('Time of the last change'),
    review_at: z.string().describe('When its outcome should be known'),
    created_by: z.string().describe('Client that captured it'),
    status: z.string().describe('Status'),
    outcome: z.string().nullable().describe('Null until recorded'),
    outcome_details: part
      .optional()
      .describe('outcome_id, final_score, completed_at, lessons_learned and signals'),
    options: z.array(part).describe('option, role (chosen or rejected) and direction of each'),
    assumptions: z.array(z.string()).describe('Assumptions behind it'),
    reasoning: optionalText.describe('Reasoning'),
    risk_level: optionalText.describe('Risk level'),
    linked_pr: optionalText.describe('Pull request'),
    linked_commit: optionalText.describe('Commit'),
    session_id: optionalText.describe('Session'),
    file_path: optionalText.describe('File it concerns'),
    project: optionalText.describe('Project'),
    notes: optionalText.describe('Notes'),
    context_hash: z.string().describe('SHA-256 of the decision'),
    confidence_history: z.array(part).describe('confidence and at each, oldest first'),
    signals: z
      .array(part)
      .describe('signal_id, signal_type, valence, description and recorded_at of each, latest 100'),
    estimated_success: z.number().describe('Estimate from its signals, 0 to 1'),
    similar_decisions: z
      .array(part)
      .describe(
        'decision_id, statement, success_rate (of its outcome), score (0 to 1), direction (same, related, opposite) and confidence_difference of each',
      ),
    proposed_outcome: part.optional().describe('Suggested by its signals: final_status, final_score, reason'),
    warnings_shown: z.array(part).describe('rule, severity, message and dismissed of each at capture'),
    antipatterns_triggered: z.array(z.string()).describe('Matching antipatterns'),
    ...notices,
  }),
  async run({ decision_id: id }, deps) {
    const [decision] = await deps.db
      .select()
      .from(decisions)
      .where(and(eq(decisions.id, id), isNull(decisions.deletedAt)));
    if (!decision) throw noDecision(id);
    const { statement, domain, confidence } = decision;
    const options = await optionsOfDecision(deps.db.sql, decision);
    const query = { statement, alternatives: decision.alternatives, options, domain, except: id };
    const [parts, similar] = await Promise.all([
      readParts(id, deps),
      similarTo(deps, { ...query, completed: false, limit: mostSimilar }),
    ]);
    return {
      decision_id: id,
      statement,
      alternatives: decision.alternatives,
      confidence,
      module: domain,
      created_at: decision.createdAt,
      updated_at: decision.updatedAt,
      review_at: decision.reviewAt,
      created_by: decision.createdBy,
      status: decision.status,
      ...parts,
      options: options.map(({ label, role, direction }) => ({ option: label, role, direction })),
      assumptions: decision.assumptions,
      reasoning: decision.reasoning ?? undefined,
      risk_level: decision.riskLevel ?? undefined,
      linked_pr: decision.linkedPr ?? undefined,
      linked_commit: decision.linkedCommit ?? undefined,
      session_id: decision.sessionId ?? undefined,
      file_path: decision.filePath ?? undefined,
      project: decision.project ?? undefined,
      notes: decision.notes ?? undefined,
      context_hash: decision.contextHash,
      similar_decisions: similar.map((one) => ({
        ...toSimilar(one),
        confidence_difference: rounded(one.confidence - confidence),
      })),
    };
  },
});
