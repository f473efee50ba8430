import * as z from 'zod';
import { setAnomalies } from '../../db/decisions/anomalies.ts';
import { lockDomains, readCalibrations } from '../../db/decisions/calibrations.ts';
import {
  type DecisionForOutcome,
  keepReply,
  lockDecision,
  storeOutcome,
} from '../../db/decisions/outcomes.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import { finalStatuses } from '../../db/schema/decisions.ts';
import * as p from '../shared/params.ts';
import { tellOutcome } from '../shared/tell-outcome.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { touchedByOutcome } from './addresses.ts';
import { noteDomain } from './anomalies.ts';
import { refreshCalibration } from './calibrations.ts';
import { outcomeAdvice, tooFew } from './domain/advice.ts';
import { aboutDomain, aboutOutcome } from './domain/anomalies.ts';
import { mean, prior } from './domain/beta.ts';
import { type Calibration, calibrate, fewestOutcomes } from './domain/calibration.ts';
import { inOutcome } from './domain/contradictions.ts';
import { rounded } from './domain/numbers.ts';
import { domainClass, evidenceFor, judge } from './evidence.ts';
import { learnTopic, learnTopics, topicsFor } from './learn.ts';
import {
  decisionId,
  domain,
  explain,
  noDecision,
  notices,
  part,
  prefixedId,
  refuse,
  share,
  texts,
} from './shared.ts';

const input = z.strictObject({
  decision_id: decisionId,
  final_status: z.enum(finalStatuses).describe('How it turned out'),
  final_score: share.describe('How well it turned out'),
  signals: z
    .strictObject({
      ci_passed: z.boolean().optional().describe('Whether CI passed'),
      incident_found: z.boolean().optional().describe('Whether it led to an incident'),
      performance_metrics: p.metadata.optional().describe('Measured performance, as an object'),
      reliability_score: share.optional().describe('Observed reliability'),
    })
    .default({})
    .describe('Evidence for the outcome'),
  lessons_learned: texts.default([]).describe('Lessons for the next decision of this kind'),
  decision_domain: domain.optional().describe("Domain it counts for; default: the decision's own"),
  replace: z.boolean().default(false).describe('Replace an outcome already recorded'),
  external_id: p.externalId.optional(),
});

type Input = z.output<typeof input>;

const output = z.object({
  outcome_id: z.string().describe('Outcome id'),
  decision_id: z.string().describe('Decision id'),
  final_status: z.string().describe('As given'),
  final_score: z.number().describe('How well it turned out'),
  completed_at: z.string().describe('Recorded at'),
  calibration_impact: z
    .object({
      domain: z.string().describe('Domain'),
      previous_success_rate: z.number().describe('Success rate before'),
      new_success_rate: z.number().describe('Success rate now'),
      sample_size: z.int().describe('Outcomes'),
      confidence_gap: z.number().describe('Positive: overconfident'),
      recommendation: z.string().describe('Advice'),
    })
    .describe('Changes made by the outcome'),
  recommendation: z.string().describe('Advice'),
  skill_generated: part.optional().describe('id, skill and confidence'),
  antipattern_generated: part.optional().describe('id, pattern and confidence'),
  anomalies: z.array(part).describe('kind, severity and message of each'),
  experience_id: z.int().optional().describe('Experience it proved or disproved'),
  replaced: z.boolean().optional().describe('True when it replaced an outcome'),
  duplicate: z.boolean().optional().describe('True when it was already stored'),
  ...notices,
});

export default tool({
  name: 'membria_record_outcome',
  aliases: ['membria.record_outcome'],
  title: 'Record an outcome',
  description:
    'Record the outcome of a decision once it is known. Updates the calibration of its domain and derives skills and antipatterns from similar decisions. A decision has one outcome; replace: true corrects it.',
  effect: 'change',
  explain,
  input,
  output,
  touches: (reply) => touchedByOutcome(reply, [reply.calibration_impact.domain]),
  async run(input, deps) {
    refuse(
      inOutcome(input),
      'final_score',
      input.final_score,
      'Correct final_status, final_score or signals so that they agree.',
    );
    const reply = await deps.db.sql.begin((tx) => record(tx, input, deps));
    // The reply of a repeated call comes from the database, where it was stored in this shape.
    return output.parse(reply);
  },
});

/** Applies an outcome in one transaction: outcome, calibration, skills, antipatterns, anomalies and edges. */
async function record(tx: Sql, input: Input, deps: Deps): Promise<Record<string, unknown>> {
  const decision = await lockDecision(tx, input.decision_id);
  if (!decision) throw noDecision(input.decision_id);
  const before = decision.outcome;
  if (before && input.external_id !== undefined && before.externalId === input.external_id && before.reply)
    return sameAgain(input, before.reply);
  if (before && !input.replace) throw hasOutcome(before.id);

  const domain = input.decision_domain ?? decision.domain;
  await lockDomains(tx, [domain, ...(before ? [before.domain] : [])]);
  const earlier = (await readCalibrations(tx)).find((stored) => stored.domain === domain);
  const topics = await topicsFor(tx, decision, domain);
  const topic = topics[0] ?? decision.id;
  const outcome = toOutcome(input, decision, { domain, topic }, deps);
  const completedAt = await storeOutcome(tx, outcome);

  const calibration = await refreshCalibration(tx, domain);
  const others = before && before.topic !== topic ? [before.topic] : [];
  if (before && before.domain !== domain) {
    const left = await refreshCalibration(tx, before.domain);
    for (const one of [...topics, ...others]) await learnTopic(tx, before.domain, one, deps);
    await noteDomain(tx, before.domain, left, deps);
  }
  const learned = await learnTopics(tx, domain, [...topics, ...others], deps);
  const taught = learned.slice(0, topics.length).find((one) => one !== undefined);
  const anomalies = await noteAnomalies(tx, input, outcome, calibration, deps);

  const { final_status: status, final_score: score, lessons_learned: lessons } = input;
  const { id: decisionId, statement, sessionId } = decision;
  const experience = await tellOutcome(
    tx,
    { decisionId, statement, sessionId, status, score, lessons },
    deps,
  );
  const recommendation = await adviceOf(calibration, domain);
  const reply = {
    outcome_id: outcome.id,
    decision_id: decision.id,
    final_status: input.final_status,
    final_score: input.final_score,
    completed_at: completedAt,
    calibration_impact: {
      domain,
      previous_success_rate: rounded(earlier ? calibrate(earlier.tally).successRate : mean(prior)),
      new_success_rate: rounded(calibration.successRate),
      sample_size: calibration.sampleSize,
      confidence_gap: rounded(calibration.gap ?? 0),
      recommendation,
    },
    recommendation,
    ...(taught?.kind === 'skill'
      ? {
          skill_generated: { id: taught.id, skill: taught.statement, confidence: rounded(taught.confidence) },
        }
      : {}),
    ...(taught?.kind === 'antipattern'
      ? {
          antipattern_generated: {
            id: taught.id,
            pattern: taught.statement,
            confidence: rounded(taught.confidence),
          },
        }
      : {}),
    anomalies,
    ...(experience === undefined ? {} : { experience_id: experience }),
    ...(before ? { replaced: true } : {}),
  };
  await keepReply(tx, outcome.id, reply);
  return reply;
}

const toOutcome = (
  input: Input,
  decision: DecisionForOutcome,
  place: { domain: string; topic: string },
  deps: Deps,
) => ({
  id: prefixedId(`outcome_${decision.id}`, deps, 6),
  decisionId: decision.id,
  ...place,
  // The confidence stated before the outcome counts, also when the outcome is corrected.
  confidence: decision.outcome?.confidence ?? decision.confidence,
  score: input.final_score,
  finalStatus: input.final_status,
  signals: input.signals,
  externalId: input.external_id,
  lessons: input.lessons_learned.map((lesson) => ({ id: prefixedId('les', deps), lesson })),
});

async function noteAnomalies(
  tx: Sql,
  input: Input,
  { domain, decisionId, confidence, score }: ReturnType<typeof toOutcome>,
  calibration: Calibration,
  deps: Deps,
) {
  const own = aboutOutcome({ confidence, score, incident: input.signals.incident_found === true });
  const ofDomain = aboutDomain(calibration, domain, await evidenceFor(calibration));
  await setAnomalies(tx, { domain, decisionId }, [
    ...own.map((finding) => ({ ...finding, id: prefixedId('anomaly', deps), domain, decisionId })),
    ...ofDomain.map((finding) => ({ ...finding, id: prefixedId('anomaly', deps), domain })),
  ]);
  return [...own, ...ofDomain];
}

async function adviceOf(calibration: Calibration, domain: string): Promise<string> {
  const { sampleSize, meanConfidence } = calibration;
  if (meanConfidence === null || sampleSize < fewestOutcomes)
    return tooFew(sampleSize, fewestOutcomes, domain);
  return outcomeAdvice(await judge(meanConfidence, await domainClass(calibration, domain)), domain);
}

function sameAgain(input: Input, reply: Record<string, unknown>): Record<string, unknown> {
  if (reply.final_status === input.final_status && reply.final_score === input.final_score)
    return { ...reply, duplicate: true };
  throw new ToolError('conflict', `external_id ${input.external_id} is already used by another outcome.`, {
    field: 'external_id',
    received: input.external_id,
    suggestion: 'Use replace: true with a new external_id to correct an outcome.',
  });
}

const hasOutcome = (id: string): ToolError =>
  new ToolError('conflict', 'The outcome of this decision is already recorded.', {
    field: 'decision_id',
    reason: 'outcome_exists',
    outcome_id: id,
    suggestion: 'Call again with replace: true to correct it.',
  });
