import { and, asc, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import {
  antipatterns,
  decisionConfidences,
  decisionEdges,
  decisionOutcomes,
  decisionSignals,
  decisionStatuses,
  decisions,
  finalStatuses,
  lessons,
  riskLevels,
} from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import * as p from '../params.ts';
import { tool } from '../tool.ts';
import { rounded } from './domain/numbers.ts';
import { estimatedSuccess } from './domain/signals.ts';
import { decisionId, noDecision, notices } from './shared.ts';
import { similarFace, similarTo, toSimilar } from './similar.ts';

const mostSimilar = 5;

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
    alternatives: z.array(z.string()).describe('What else was considered'),
    confidence: z.number().describe('The latest stated confidence'),
    module: z.string().describe('Its domain'),
    created_at: z.string().describe('When it was captured'),
    updated_at: z.string().describe('When it last changed'),
    created_by: z.string().describe('The client that captured it'),
    status: z.enum(decisionStatuses).describe('Its status'),
    outcome: z.enum(finalStatuses).nullable().describe('How it turned out; null before its outcome'),
    outcome_details: z
      .object({
        outcome_id: z.string().describe('Id of the outcome'),
        final_score: z.number().describe('How well it turned out'),
        completed_at: z.string().describe('When that was recorded'),
        lessons_learned: z.array(z.string()).describe('What was learned'),
        signals: z.record(z.string(), z.unknown()).describe('What the judgement rests on'),
      })
      .nullable()
      .describe('More about the outcome'),
    assumptions: z.array(z.string()).describe('What has to be true for it'),
    reasoning: p.nullableText.describe('Why it was decided so'),
    risk_level: z.enum(riskLevels).nullable().describe('What is at stake'),
    linked_pr: p.nullableText.describe('The pull request that carries it out'),
    linked_commit: p.nullableText.describe('The commit that carries it out'),
    session_id: p.nullableText.describe('The session it was made in'),
    file_path: p.nullableText.describe('The code it concerns'),
    project: p.nullableText.describe('Its project'),
    notes: p.nullableText.describe('Notes'),
    context_hash: z.string().describe('SHA-256 of statement, alternatives and assumptions'),
    confidence_history: z
      .array(
        z.object({
          confidence: z.number().describe('The confidence'),
          at: z.string().describe('When it was stated'),
        }),
      )
      .describe('Every stated confidence, oldest first'),
    signals: z
      .array(
        z.object({
          signal_id: z.string().describe('Id of the signal'),
          signal_type: z.string().describe('What happened'),
          valence: z.string().describe('Whether it speaks for the decision'),
          description: p.nullableText.describe('In words'),
          recorded_at: z.string().describe('When'),
        }),
      )
      .describe('What happened to it, oldest first, at most 100'),
    estimated_success: z.number().describe('By its signals, 0 to 1'),
    similar_decisions: z
      .array(
        z.object({
          ...similarFace,
          confidence_difference: z.number().describe('Its confidence − the confidence of this decision'),
        }),
      )
      .describe('Decisions most like it, of its domain first'),
    antipatterns_triggered: z.array(z.string()).describe('Known antipatterns it shows'),
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
      reasoning: decision.reasoning,
      risk_level: decision.riskLevel,
      linked_pr: decision.linkedPr,
      linked_commit: decision.linkedCommit,
      session_id: decision.sessionId,
      file_path: decision.filePath,
      project: decision.project,
      notes: decision.notes,
      context_hash: decision.contextHash,
      similar_decisions: similar.map((one) => ({
        ...toSimilar(one),
        confidence_difference: rounded(one.confidence - confidence),
      })),
    };
  },
});

const mostSignals = 100;

async function readParts(id: string, { db }: Deps) {
  const [confidences, signals, [outcome], learned, shown] = await Promise.all([
    db
      .select({ confidence: decisionConfidences.confidence, at: decisionConfidences.at })
      .from(decisionConfidences)
      .where(eq(decisionConfidences.decisionId, id))
      .orderBy(asc(decisionConfidences.id)),
    db
      .select()
      .from(decisionSignals)
      .where(eq(decisionSignals.decisionId, id))
      .orderBy(asc(decisionSignals.recordedAt), asc(decisionSignals.id)),
    db
      .select()
      .from(decisionOutcomes)
      .where(and(eq(decisionOutcomes.decisionId, id), isNull(decisionOutcomes.supersededAt))),
    db
      .select({ outcomeId: lessons.outcomeId, lesson: lessons.lesson })
      .from(lessons)
      .where(eq(lessons.decisionId, id))
      .orderBy(asc(lessons.position)),
    db
      .select({ pattern: antipatterns.pattern })
      .from(decisionEdges)
      .innerJoin(antipatterns, eq(antipatterns.id, decisionEdges.toId))
      .where(and(eq(decisionEdges.fromId, id), eq(decisionEdges.type, 'showed'))),
  ]);
  const count = (valence: string) => signals.filter((signal) => signal.valence === valence).length;
  return {
    outcome: outcome?.finalStatus ?? null,
    outcome_details: outcome
      ? {
          outcome_id: outcome.id,
          final_score: outcome.score,
          completed_at: outcome.completedAt,
          lessons_learned: learned.filter((one) => one.outcomeId === outcome.id).map((one) => one.lesson),
          signals: outcome.signals,
        }
      : null,
    confidence_history: confidences,
    signals: signals.slice(-mostSignals).map((signal) => ({
      signal_id: signal.id,
      signal_type: signal.type,
      valence: signal.valence,
      description: signal.description,
      recorded_at: signal.recordedAt,
    })),
    estimated_success: rounded(
      estimatedSuccess({ positive: count('positive'), negative: count('negative') }),
    ),
    antipatterns_triggered: shown.map(({ pattern }) => pattern),
  };
}
