import * as z from 'zod';
import { skillsOf } from '../../db/decisions/learned.ts';
import { isUnavailable } from '../../db/postgres/errors.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import { calibrationOf, knownCalibrations } from './calibrations.ts';
import { credibleInterval } from './credible-interval.ts';
import { adjustmentBy, ownAdvice, teamAdvice, tooFew } from './domain/advice.ts';
import { mean, prior } from './domain/beta.ts';
import { fewestOutcomes } from './domain/calibration.ts';
import { statusOf } from './domain/gap.ts';
import { rounded } from './domain/numbers.ts';
import type { Reading } from './domain/options/read.ts';
import { verbsOfDeciding } from './domain/similarity.ts';
import { classesOf, judge, weight } from './evidence.ts';
import { keysAsked, readDecision } from './options.ts';
import { cached, domain, explain, notices, part, share } from './shared.ts';

const mostPatterns = 3;

const interval = ([low, high]: [number, number]): [number, number] => [rounded(low), rounded(high)];

export default tool({
  name: 'membria_get_confidence_guidance',
  aliases: ['membria.get_confidence_guidance'],
  title: 'Get confidence guidance',
  description:
    'Get advice on the confidence to state in a domain: compares yours (default: the mean so far) with the success rate of past decisions. A positive gap means overconfident. With fewer than 3 outcomes: status no_data and the prior.',
  effect: 'read',
  explain,
  input: z.strictObject({
    domain: domain.describe('The domain'),
    decision_confidence: share.optional().describe('Your intended confidence'),
    context: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe('Description of the decision, to find similar ones'),
  }),
  output: z.object({
    domain: z.string().describe('The domain'),
    status: z.enum(['data_available', 'no_data']).describe('Whether there are enough outcomes'),
    sample_size: z.int().describe('Outcomes'),
    actual_success_rate: z.number().describe('Posterior mean, or the prior'),
    your_confidence: z.number().nullable().describe('As given'),
    team_confidence: z.number().nullable().describe('Mean stated confidence'),
    confidence_gap: z.number().nullable().describe('Positive: overconfident'),
    calibration_status: z.string().nullable().describe('Rating of the gap'),
    evidence: z.string().describe('weak while the interval holds the confidence, else strong'),
    adjustment: z.number().describe('Value to add to your confidence'),
    basis: p.nullableText.describe('Narrowest class with evidence'),
    recommendation: z.string().describe('Recommended action'),
    credible_interval_95: z.array(z.number()).length(2).describe('Equal-tailed'),
    similar_patterns: z.array(part).describe('pattern, success_rate, confidence and recommendation of each'),
    ...cached,
    ...notices,
  }),
  async run(input, deps) {
    const { domain, context, decision_confidence: confidence = null } = input;
    const { sql } = deps.db;
    const reading = await readDecision({ statement: context ?? '' }, deps);
    const [known, patterns] = await Promise.all([knownCalibrations(deps), patternsFor(input, reading, sql)]);
    const { option, team } = await classesOf(sql, known, { reading, domain });
    const basis = option ?? team;
    const found = calibrationOf(known, domain);
    const face = {
      domain,
      sample_size: basis?.count ?? found?.sampleSize ?? 0,
      your_confidence: confidence,
      team_confidence: found?.meanConfidence == null ? null : rounded(found.meanConfidence),
      similar_patterns: patterns,
      ...known.age,
    };
    if (!basis)
      return {
        ...face,
        status: 'no_data' as const,
        actual_success_rate: mean(prior),
        confidence_gap: null,
        calibration_status: null,
        adjustment: 0,
        evidence: 'weak' as const,
        basis: null,
        recommendation: tooFew(face.sample_size, fewestOutcomes, domain),
        credible_interval_95: interval(await credibleInterval(prior)),
      };
    const stated = confidence ?? found?.meanConfidence ?? basis.rate;
    const gap = stated - basis.rate;
    const judgement = await judge(stated, basis);
    return {
      ...face,
      status: 'data_available' as const,
      actual_success_rate: rounded(basis.rate),
      confidence_gap: rounded(gap),
      calibration_status: statusOf(gap),
      evidence: weight(stated, basis),
      adjustment: adjustmentBy(stated, basis),
      basis: basis.evidence,
      recommendation:
        confidence === null ? teamAdvice(judgement, stated, basis) : ownAdvice(judgement, stated, basis),
      credible_interval_95: interval(basis.interval),
    };
  },
});

async function patternsFor(
  input: { domain: string; context?: string | undefined },
  reading: Reading,
  sql: Parameters<typeof skillsOf>[0],
) {
  const found = await skillsOf(sql, {
    domain: input.domain,
    minConfidence: 0,
    statement: input.context,
    options: keysAsked(input.context ?? '', reading),
    ignore: verbsOfDeciding,
    matchingOnly: true,
    limit: mostPatterns,
  }).catch((error) => {
    if (isUnavailable(error)) return []; // the numbers may still be cached
    throw error;
  });
  return found.map((skill) => ({
    pattern: skill.statement,
    success_rate: rounded(skill.successes / skill.total),
    confidence: rounded(skill.confidence),
    recommendation: skill.recommendation,
  }));
}
