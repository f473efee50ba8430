import * as z from 'zod';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { knownCalibrations } from './calibrations.ts';
import { credibleInterval } from './credible-interval.ts';
import { teamAdvice, tooFew } from './domain/advice.ts';
import type { Beta } from './domain/beta.ts';
import { type Calibration, calibrate, emptyTally, fewestOutcomes, pooled } from './domain/calibration.ts';
import { rounded } from './domain/numbers.ts';
import { domainClass, evidenceFor, judge } from './evidence.ts';
import { cached, domain, explain, notices, part } from './shared.ts';

const interval = async (posterior: Beta): Promise<[number, number]> => {
  const [low, high] = await credibleInterval(posterior);
  return [rounded(low), rounded(high)];
};

const maybe = (value: number | null): number | null => (value === null ? null : rounded(value));

export default tool({
  name: 'membria_get_calibration',
  aliases: ['membria.get_calibration'],
  title: 'Get a calibration',
  description:
    'Compare stated confidence with actual outcomes, in one domain or overall: success rate with its 95 % credible interval, confidence gap (positive is overconfident), Brier score, calibration error, reliability bins. A domain needs 3 outcomes.',
  effect: 'read',
  explain,
  input: z.strictObject({
    domain: domain.optional().describe('Domain; default: all together'),
    include_trend: z.boolean().default(true).describe('Include the trend'),
    include_credible_interval: z.boolean().default(true).describe('Include the 95 % credible interval'),
  }),
  output: z.object({
    domain: z.string().describe('The domain, or all'),
    sample_size: z.int().describe('Outcomes'),
    success_rate: z.number().describe('Posterior mean α/(α+β)'),
    mean_confidence: z.number().nullable().describe('Mean stated confidence'),
    confidence_gap: z.number().nullable().describe('Mean confidence − success rate'),
    status: z.string().describe('Rating of the gap'),
    evidence: z.string().describe('weak while the interval holds the confidence, else strong'),
    alpha: z.number().describe('1 + the sum of the scores'),
    beta: z.number().describe('1 + the sum of 1 − score'),
    variance: z.number().describe('Variance of the posterior'),
    trend: z.string().optional().describe('Latest third compared with the rest'),
    credible_interval_95: z.array(z.number()).length(2).optional().describe('Equal-tailed'),
    brier_score: z.number().nullable().describe('0 is perfect'),
    expected_calibration_error: z.number().nullable().describe('0 is perfect'),
    reliability_bins: z
      .array(part)
      .describe('from, to, count, mean_confidence and success_rate of each of ten confidence bins'),
    recommendation: z.string().describe('Advice'),
    last_updated: z.string().nullable().describe('Time of the last update'),
    ...cached,
    ...notices,
  }),
  async run(input, deps) {
    const known = await knownCalibrations(deps);
    const stored = known.calibrations.filter(
      (one) => input.domain === undefined || one.domain === input.domain,
    );
    const tally = stored.length > 0 ? pooled(stored.map((one) => one.tally)) : emptyTally();
    const found = calibrate(tally);
    const name = input.domain ?? 'all';
    if (input.domain !== undefined && found.sampleSize < fewestOutcomes)
      throw tooFewOutcomes(name, found.sampleSize);
    const enough = found.status !== null && found.gap !== null && found.sampleSize >= fewestOutcomes;
    return {
      domain: name,
      sample_size: found.sampleSize,
      success_rate: rounded(found.successRate),
      mean_confidence: maybe(found.meanConfidence),
      confidence_gap: maybe(found.gap),
      status: (enough && found.status) || ('no_data' as const),
      evidence: await evidenceFor(found),
      alpha: rounded(found.posterior.alpha),
      beta: rounded(found.posterior.beta),
      variance: rounded(found.variance, 6),
      ...(input.include_trend ? { trend: found.trend } : {}),
      ...(input.include_credible_interval
        ? {
            credible_interval_95: await interval(found.posterior),
          }
        : {}),
      brier_score: maybe(found.brier),
      expected_calibration_error: maybe(found.expectedCalibrationError),
      reliability_bins: found.bins.map((bin) => ({
        from: bin.from,
        to: bin.to,
        count: bin.count,
        mean_confidence: maybe(bin.meanConfidence),
        success_rate: maybe(bin.successRate),
      })),
      recommendation:
        enough && found.meanConfidence !== null
          ? await adviceFor(found, found.meanConfidence, name)
          : tooFew(found.sampleSize, fewestOutcomes, name),
      last_updated: stored.reduce<string | null>(
        (last, { updatedAt }) => (last !== null && last > updatedAt ? last : updatedAt),
        null,
      ),
      ...known.age,
    };
  },
});

async function adviceFor(found: Calibration, stated: number, name: string): Promise<string> {
  const basis = await domainClass(found, name);
  return teamAdvice(await judge(stated, basis), stated, basis);
}

const outcomesTo = (missing: number): string =>
  missing === 1 ? '1 more outcome' : `${missing} more outcomes`;

const tooFewOutcomes = (domain: string, count: number): ToolError =>
  new ToolError('insufficient_data', `${tooFew(count, fewestOutcomes, domain)}.`, {
    field: 'domain',
    received: domain,
    reason: 'calibration_insufficient',
    sample_size: count,
    needed: fewestOutcomes - count,
    suggestion: `Record ${outcomesTo(fewestOutcomes - count)} with membria_record_outcome, or use membria_get_confidence_guidance.`,
  });
