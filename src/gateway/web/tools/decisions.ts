import * as z from 'zod';
import { courseOf, triggersOf } from '../../../db/decisions/course.ts';
import { credibleInterval } from '../../../handlers/decisions/credible-interval.ts';
import { mean, prior } from '../../../handlers/decisions/domain/beta.ts';
import { domain } from '../../../handlers/decisions/shared.ts';
import { tool } from '../../../handlers/tool/tool.ts';

const text = (what: string) => z.string().describe(what);
const number = (what: string) => z.number().describe(what);
const input = z.strictObject({ domain: domain.optional().describe('Only of this domain') });
const shared = { effect: 'read', toolset: 'decisions' } as const;

const point = z.object({
  day: text('Day in UTC'),
  count: number('Outcomes up to then'),
  rate: number('Posterior mean of the success rate'),
  low: number('2.5 % quantile'),
  high: number('97.5 % quantile'),
  stated: number('Mean stated confidence'),
});
export type CoursePoint = z.output<typeof point>;

/** More points than this cannot be told apart in the plot. */
const mostPoints = 100;
const mostTriggers = 100;

/** Every k-th, counted from the last, which is always kept. */
const thinned = <T>(all: readonly T[]): T[] => {
  const step = Math.ceil(all.length / mostPoints);
  return all.filter((_, i) => (all.length - 1 - i) % step === 0);
};

/** How the calibration of a domain came to be: the same posterior as `membria_get_calibration`, day after day. */
export const courseTool = tool({
  ...shared,
  name: 'viewer_calibration_course',
  title: 'Follow a calibration',
  description: 'Success rate, its 95 % interval and the stated confidence after each day with outcomes.',
  input,
  output: z.object({ points: z.array(point).describe('Oldest first') }),
  async run(asked, { db }) {
    const days = thinned(await courseOf(db.sql, asked.domain));
    const points = days.map(async ({ day, count, scoreSum, confidenceSum }): Promise<CoursePoint> => {
      const posterior = { alpha: prior.alpha + scoreSum, beta: prior.beta + count - scoreSum };
      const [low, high] = await credibleInterval(posterior);
      return { day, count, rate: mean(posterior), low, high, stated: confidenceSum / count };
    });
    return { points: await Promise.all(points) };
  },
});

const trigger = z.object({
  antipattern: text('Antipattern'),
  pattern: text('What fails'),
  decisionId: text('Decision'),
  statement: text('What was decided'),
  outcome: z.string().nullable().describe('What came of it'),
});
export type Triggered = z.output<typeof trigger>;

export const triggersTool = tool({
  ...shared,
  name: 'viewer_antipattern_triggers',
  title: 'List what showed antipatterns',
  description: 'Decisions that showed a known antipattern when they were recorded.',
  input,
  output: z.object({ triggers: z.array(trigger).readonly().describe('Latest decision first') }),
  run: async (asked, { db }) => ({
    triggers: await triggersOf(db.sql, { domain: asked.domain, limit: mostTriggers }),
  }),
});
