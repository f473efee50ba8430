import { and, asc, eq, isNull } from 'drizzle-orm';
import { openProposal } from '../../db/decisions/proposals.ts';
import {
  antipatterns,
  decisionCatches,
  decisionConfidences,
  decisionEdges,
  decisionOutcomes,
  decisionSignals,
  lessons,
} from '../../db/schema/index.ts';
import type { Deps } from '../tool/deps.ts';
import { rounded } from './domain/numbers.ts';
import { estimatedSuccess } from './domain/signals.ts';
import { toProposal } from './proposals.ts';

const mostSignals = 100;

/** Records attached to a decision: its confidences, signals, outcome and antipatterns. */
export async function readParts(id: string, { db }: Deps) {
  const [confidences, signals, [outcome], learned, shown, caught, proposal] = await Promise.all([
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
    db
      .select()
      .from(decisionCatches)
      .where(eq(decisionCatches.decisionId, id))
      .orderBy(asc(decisionCatches.ruleId)),
    openProposal(db.sql, id),
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
      : undefined,
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
    ...(proposal ? { proposed_outcome: toProposal(proposal) } : {}),
    warnings_shown: caught.map(({ ruleId, severity, message, dismissedAt, reason }) => ({
      rule: ruleId,
      severity,
      message,
      ...(dismissedAt === null ? {} : { dismissed: reason ?? '' }),
    })),
    antipatterns_triggered: shown.map(({ pattern }) => pattern),
  };
}
