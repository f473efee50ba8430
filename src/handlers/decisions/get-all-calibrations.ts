import * as z from 'zod';
import { tool } from '../tool/tool.ts';
import { knownCalibrations } from './calibrations.ts';
import { calibrate, trends } from './domain/calibration.ts';
import { overallCalibration } from './domain/gap.ts';
import { rounded } from './domain/numbers.ts';
import { evidenceFor } from './evidence.ts';
import { cached, explain, notices } from './shared.ts';

const sorts = ['success_rate', 'trend', 'variance'] as const;

export default tool({
  name: 'membria_get_all_calibrations',
  aliases: ['membria.get_all_calibrations'],
  title: 'Get all calibrations',
  description:
    'Compare stated confidence with actual outcomes, for every domain with enough outcomes and overall.',
  effect: 'read',
  explain,
  input: z.strictObject({
    min_sample_size: z
      .int()
      .min(0)
      .max(1_000_000)
      .default(3)
      .describe('Minimum number of outcomes for a domain to be listed'),
    sort_by: z
      .enum(sorts)
      .default('success_rate')
      .describe('success_rate: highest first; trend: improving first; variance: lowest first'),
  }),
  output: z.object({
    domains: z
      .array(
        z.object({
          domain: z.string().describe('The domain'),
          sample_size: z.int().describe('Outcomes'),
          success_rate: z.number().describe('Posterior mean'),
          mean_confidence: z.number().nullable().describe('Mean stated confidence'),
          confidence_gap: z.number().nullable().describe('Positive: overconfident'),
          variance: z.number().describe('Variance of the posterior'),
          trend: z.string().describe('Latest third compared with the rest'),
          status: z.string().describe('Rating of the gap'),
          evidence: z.string().describe('weak or strong'),
        }),
      )
      .describe('The domains'),
    overall_calibration: z.string().describe('RMS gap: good to .10, fair to .20'),
    last_updated: z.string().nullable().describe('Time of the last update'),
    ...cached,
    ...notices,
  }),
  async run(input, deps) {
    const known = await knownCalibrations(deps);
    const shown = known.calibrations
      .map(({ domain, tally, updatedAt }) => ({ domain, updatedAt, ...calibrate(tally) }))
      .filter(({ sampleSize }) => sampleSize > 0 && sampleSize >= input.min_sample_size)
      .sort(
        (a, b) =>
          ({
            success_rate: b.successRate - a.successRate,
            trend: trends.indexOf(a.trend) - trends.indexOf(b.trend),
            variance: a.variance - b.variance,
          })[input.sort_by] || a.domain.localeCompare(b.domain),
      );
    return {
      domains: await Promise.all(
        shown.map(async (one) => ({
          domain: one.domain,
          sample_size: one.sampleSize,
          success_rate: rounded(one.successRate),
          mean_confidence: one.meanConfidence === null ? null : rounded(one.meanConfidence),
          confidence_gap: one.gap === null ? null : rounded(one.gap),
          variance: rounded(one.variance, 6),
          trend: one.trend,
          status: one.status ?? ('no_data' as const),
          evidence: await evidenceFor(one),
        })),
      ),
      overall_calibration: overallCalibration(shown.flatMap(({ gap }) => (gap === null ? [] : [gap]))),
      last_updated:
        shown
          .map(({ updatedAt }) => updatedAt)
          .sort()
          .at(-1) ?? null,
      ...known.age,
    };
  },
});
