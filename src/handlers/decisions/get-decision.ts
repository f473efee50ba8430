import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { decisions } from '../../db/schema/index.ts';
import { tool } from '../tool/tool.ts';
import { readParts } from './decision-parts.ts';
import { rounded } from './domain/numbers.ts';
import { decisionId, noDecision, notices, part } from './shared.ts';
import { similarTo, toSimilar } from './similar.ts';

const mostSimilar = 5;

const optionalText = z.string().optional();

export default tool({
  name: 'membria_get_decision',
  aliases: ['membria.get_decision'],
  title: 'Get a decision',
  description:
    'Get a decision with everything that is known of it: confidence over time, signals, outcome, decisions like it and the antipatterns it shows.',
  effect: 'read',
  input: z.strictObject({ decision_id: decisionId }),
  output: z.object({
    decision_id: z.string().describe('Id of the decision'),
    statement: z.string().describe('What was decided'),
    alternatives: z.array(z.string()).describe('Alternatives'),
    confidence: z.number().describe('Latest'),
    module: z.string().describe('Its domain'),
    created_at: z.string().describe('When it was captured'),
    updated_at: z.string().describe('When it last changed'),
    created_by: z.string().describe('The client'),
    status: z.string().describe('Its status'),
    outcome: z.string().nullable().describe('Null before it is known'),
    outcome_details: part
      .optional()
      .describe('outcome_id, final_score, completed_at, lessons_learned and signals'),
    assumptions: z.array(z.string()).describe('What has to be true'),
    reasoning: optionalText.describe('Why'),
    risk_level: optionalText.describe('What is at stake'),
    linked_pr: optionalText.describe('Its pull request'),
    linked_commit: optionalText.describe('Its commit'),
    session_id: optionalText.describe('Its session'),
    file_path: optionalText.describe('Its code'),
    project: optionalText.describe('Its project'),
    notes: optionalText.describe('Notes'),
    context_hash: z.string().describe('SHA-256 of what was decided'),
    confidence_history: z.array(part).describe('confidence and at each, oldest first'),
    signals: z
      .array(part)
      .describe('signal_id, signal_type, valence, description and recorded_at each, latest 100'),
    estimated_success: z.number().describe('By its signals, 0 to 1'),
    similar_decisions: z
      .array(part)
      .describe('decision_id, statement, success_rate (of its outcome) and confidence_difference each'),
    antipatterns_triggered: z.array(z.string()).describe('What it shows'),
    ...notices,
  }),
  async run({ decision_id: id }, deps) {
    const [decision] = await deps.db
      .select()
      .from(decisions)
      .where(and(eq(decisions.id, id), isNull(decisions.deletedAt)));
    if (!decision) throw noDecision(id);
    const { statement, domain, confidence } = decision;
    const [parts, similar] = await Promise.all([
      readParts(id, deps),
      similarTo(deps, { statement, domain, except: id, completed: false, limit: mostSimilar }),
    ]);
    return {
      decision_id: id,
      statement,
      alternatives: decision.alternatives,
      confidence,
      module: domain,
      created_at: decision.createdAt,
      updated_at: decision.updatedAt,
      created_by: decision.createdBy,
      status: decision.status,
      ...parts,
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
