import * as z from 'zod';
import { prompt, userText } from '../tool/prompt.ts';
import { domains } from './domain/domains.ts';
import { injectionText } from './domain/injection.ts';
import getDecisionContext from './get-decision-context.ts';

/** The part of the tool's result that is shown. */
const shape = z.object({
  calibration_context: z.object({
    domain: z.string(),
    sample_size: z.int(),
    team_success_rate: z.number().nullable(),
    team_confidence: z.number().nullable(),
    status: z.string(),
    your_confidence: z.number().nullable(),
    recommendation: z.string(),
  }),
  applicable_skills: z.array(z.object({ skill: z.string(), confidence: z.number() })),
  similar_decisions: z.array(
    z.object({
      statement: z.string(),
      success_rate: z.number().nullable(),
      direction: z.enum(['same', 'related', 'opposite']),
    }),
  ),
  warnings: z.array(z.object({ message: z.string(), severity: z.string() })),
});

export default prompt({
  name: 'membria_decision_context',
  title: 'Context for a decision',
  description:
    'Context for the decision at hand: calibration, skills, examples of similar decisions, warnings.',
  args: z.strictObject({
    statement: z.string().describe('The decision at hand, in 10 to 500 characters'),
    module: z
      .string()
      .optional()
      .describe(`Module it concerns: ${domains.join(', ')}`),
    confidence: z.string().optional().describe('Your confidence, 0 to 1'),
  }),
  complete: {
    module: async (typed) => domains.filter((module) => module.startsWith(typed)),
  },
  async run({ statement, module, confidence }, read) {
    const input = {
      statement,
      ...(module ? { module } : {}),
      ...(confidence ? { confidence: Number(confidence) } : {}),
    };
    return [userText(injectionText(await read(getDecisionContext, input, shape)))];
  },
});
