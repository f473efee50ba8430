import * as z from 'zod';
import { antipatternsOf } from '../../db/decisions/antipatterns.ts';
import { comparisonsOf } from '../../db/decisions/comparisons.ts';
import { skillsOf } from '../../db/decisions/learned.ts';
import { tool } from '../tool/tool.ts';
import { matching } from './domain/antipatterns.ts';
import { comparison } from './domain/comparison.ts';
import { rounded } from './domain/numbers.ts';
import { verbsOfDeciding } from './domain/similarity.ts';
import { keysAsked, readDecision } from './options.ts';
import { domain, explain, notices, part, share, statement } from './shared.ts';

export default tool({
  name: 'membria_get_skills',
  aliases: ['membria.get_skills'],
  title: 'Get skills',
  description:
    'Get the lessons of completed decisions in a domain: skills (what worked, with evidence) and antipatterns (what failed). Pass decision_statement to get the most applicable first.',
  effect: 'read',
  explain,
  input: z.strictObject({
    domain: domain.describe('The domain'),
    decision_statement: statement.optional().describe('Decision at hand; orders the result by applicability'),
    min_confidence: share.default(0.7).describe('Minimum confidence of a skill'),
    limit: z.int().min(1).max(100).default(10).describe('Maximum number of skills and of antipatterns'),
  }),
  output: z.object({
    domain: z.string().describe('The domain'),
    skills: z
      .array(
        z.object({
          skill_id: z.string().describe('Id'),
          statement: z.string().describe('What works'),
          confidence: z.number().describe('Posterior mean'),
          evidence: part.describe('successes and total_outcomes'),
          applicability_score: z
            .number()
            .nullable()
            .describe('Fraction of its words found in the statement × confidence'),
          recommendation: z.string().describe('Recommended action'),
          when_to_use: z.string().describe('When it applies'),
          examples: z.array(z.string()).describe('Decisions it was learned from'),
          version: z.int().describe('Version'),
          comparison: part.optional().describe('Outcomes with the choice and without it'),
        }),
      )
      .describe('Best first'),
    antipatterns: z
      .array(part)
      .describe('antipattern_id, pattern, severity, success_rate, recommendation and applies of each'),
    ...notices,
  }),
  async run(input, deps) {
    const { db } = deps;
    const { domain, decision_statement: statement, min_confidence: minConfidence, limit } = input;
    const reading = await readDecision({ statement: statement ?? '' }, deps);
    const [skills, antipatterns] = await Promise.all([
      skillsOf(db.sql, {
        domain,
        minConfidence,
        statement,
        options: keysAsked(statement ?? '', reading),
        ignore: verbsOfDeciding,
        matchingOnly: false,
        limit,
      }),
      antipatternsOf(db.sql, domain),
    ]);
    const compared = await comparisonsOf(
      db.sql,
      skills.map(({ id }) => id),
    );
    const comparisonOf = (id: string) => {
      const found = compared.find(({ skillId }) => skillId === id);
      return (
        found &&
        comparison(
          { successes: found.withSuccesses, total: found.withTotal },
          { successes: found.withoutSuccesses, total: found.withoutTotal },
        )
      );
    };
    const shown = new Set(
      statement === undefined
        ? []
        : matching({ statement, options: reading.options }, antipatterns).map(({ id }) => id),
    );
    return {
      domain,
      skills: skills.map((skill) => ({
        skill_id: skill.id,
        statement: skill.statement,
        confidence: rounded(skill.confidence),
        evidence: { successes: skill.successes, total_outcomes: skill.total },
        applicability_score: statement === undefined ? null : rounded(skill.applicability),
        recommendation: skill.recommendation,
        when_to_use: skill.whenToUse,
        examples: skill.examples,
        version: skill.version,
        comparison: comparisonOf(skill.id),
      })),
      antipatterns: antipatterns
        .toSorted((a, b) => Number(shown.has(b.id)) - Number(shown.has(a.id)))
        .slice(0, limit)
        .map((found) => ({
          antipattern_id: found.id,
          pattern: found.pattern,
          severity: 'high' as const,
          success_rate: found.successRate === null ? null : rounded(found.successRate),
          recommendation: found.recommendation,
          ...(statement === undefined ? {} : { applies: shown.has(found.id) }),
        })),
    };
  },
});
