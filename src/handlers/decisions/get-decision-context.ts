import * as z from 'zod';
import { type Cause, causalChain, causeKinds } from '../../db/causes.ts';
import { antipatternsOf, type FoundSkill, skillsOf } from '../../db/learned.ts';
import type { SimilarDecision } from '../../db/similar.ts';
import { tool } from '../tool.ts';
import { calibrationOf, knownCalibrations } from './calibrations.ts';
import { ownAdvice, teamAdvice, tooFew } from './domain/advice.ts';
import { type Calibration, fewestOutcomes } from './domain/calibration.ts';
import { firewall, severities, type Warning, warningTypes } from './domain/firewall.ts';
import { rounded } from './domain/numbers.ts';
import { verbsOfDeciding } from './domain/similarity.ts';
import { cached, explain, module, notices, share, statement } from './shared.ts';
import { similarFace, similarTo, toSimilar } from './similar.ts';

const depths = ['minimal', 'standard', 'full'] as const;
/** How much each depth shows. */
const most = {
  minimal: { similar: 0, skills: 0, warnings: 1, chains: 0 },
  standard: { similar: 3, skills: 2, warnings: 20, chains: 0 },
  full: { similar: 10, skills: 10, warnings: 20, chains: 3 },
};

const cause = z.object({
  id: z.string().describe('Its id'),
  kind: z.enum(causeKinds).describe('What it is'),
  label: z.string().describe('What it says'),
  depth: z.int().describe('Steps from the decision'),
  from: z.string().nullable().describe('Where it follows from'),
  type: z.string().nullable().describe('How'),
});

export default tool({
  name: 'membria_get_decision_context',
  aliases: ['membria.get_decision_context'],
  title: 'Get context for a decision',
  description:
    'Before deciding: how well the team calls decisions of this kind, what like decisions came to, skills that apply, warnings. Depth minimal: calibration and the gravest warning; standard: also 3 like decisions and 2 skills; full: everything, with causal chains.',
  effect: 'read',
  explain,
  input: z.strictObject({
    statement: statement.describe('The decision you are about to make, in 10 to 500 characters'),
    module: module.optional().describe('The module it concerns; general without it'),
    confidence: share.optional().describe('How sure you are, 0 to 1'),
    depth: z.enum(depths).default('standard').describe('How much to return'),
  }),
  output: z.object({
    decision_statement: z.string().describe('The statement as given'),
    calibration_context: z
      .object({
        domain: z.string().describe('The domain'),
        sample_size: z.int().describe('How many outcomes it rests on'),
        team_success_rate: z.number().nullable().describe('Posterior mean; null under 3 outcomes'),
        team_confidence: z.number().nullable().describe('Mean stated confidence'),
        status: z
          .enum(['overconfident', 'well-calibrated', 'underconfident', 'no_data'])
          .describe('How the team is calibrated'),
        your_confidence: z.number().nullable().describe('Your confidence as given'),
        gap: z.number().nullable().describe('Your confidence − the success rate; positive is overconfident'),
        recommendation: z.string().describe('What to do with it'),
      })
      .describe('How well confidence and success matched'),
    similar_decisions: z
      .array(
        z.object({
          ...similarFace,
          lessons: z.array(z.string()).describe('What was learned from it'),
          antipattern: z.string().optional().describe('Present when it failed: what to avoid'),
        }),
      )
      .describe('Completed decisions like it, of the domain first'),
    applicable_skills: z
      .array(
        z.object({
          skill_id: z.string().describe('Id of the skill'),
          skill: z.string().describe('What works'),
          confidence: z.number().describe('Posterior mean of the success rate'),
          source: z.string().describe('What it rests on'),
          recommendation: z.string().describe('What to do'),
        }),
      )
      .describe('Skills that bear on it'),
    warnings: z
      .array(
        z.object({
          type: z.enum(warningTypes).describe('What kind of warning'),
          severity: z.enum(severities).describe('How grave'),
          description: z.string().describe('What was found'),
          message: z.string().describe('The same'),
          recommendation: z.string().describe('What to do about it'),
        }),
      )
      .describe('Gravest first'),
    causal_context: z
      .object({
        previous_failed_decisions: z.array(z.string()).describe('Like decisions that failed'),
        lessons_learned: z.array(z.string()).describe('What like decisions taught'),
        causal_chains: z
          .array(z.array(cause))
          .optional()
          .describe('Depth full: what followed from the nearest like decisions'),
      })
      .optional()
      .describe('What came of like decisions; not at depth minimal'),
    related_decisions: z
      .array(z.object(similarFace))
      .optional()
      .describe('Depth full: like decisions whose outcome is not known yet'),
    ...cached,
    ...notices,
  }),
  async run(input, deps) {
    const domain = input.module ?? 'general';
    const { sql } = deps.db;
    const size = most[input.depth];
    const find = { statement: input.statement, domain };
    const [known, antipatterns, similar, skills, related] = await Promise.all([
      knownCalibrations(deps),
      antipatternsOf(sql, domain),
      size.similar === 0 ? [] : similarTo(deps, { ...find, completed: true, limit: size.similar }),
      size.skills === 0
        ? []
        : skillsOf(sql, {
            ...find,
            minConfidence: 0,
            ignore: verbsOfDeciding,
            matchingOnly: true,
            limit: size.skills,
          }),
      input.depth === 'full' ? similarTo(deps, { ...find, completed: false, limit: size.similar * 2 }) : [],
    ]);
    const chains = await Promise.all(similar.slice(0, size.chains).map(({ id }) => causalChain(sql, id)));
    const calibration = calibrationOf(known, domain);
    const team = teamOf(calibration);
    const verdict = firewall({ ...find, confidence: input.confidence }, antipatterns, team?.rate);
    return {
      decision_statement: input.statement,
      calibration_context: toContext(domain, calibration, team, input.confidence ?? null),
      similar_decisions: similar.map(toLikeness),
      applicable_skills: skills.map(toSkill),
      warnings: verdict.warnings.slice(0, size.warnings).map(toWarning),
      ...(input.depth === 'minimal' ? {} : { causal_context: toCauses(similar, chains) }),
      ...(input.depth === 'full'
        ? {
            related_decisions: related
              .filter(({ score }) => score === null)
              .slice(0, size.similar)
              .map(toSimilar),
          }
        : {}),
      ...known.age,
    };
  },
});

type Team = { rate: number; status: NonNullable<Calibration['status']>; gap: number };

const teamOf = (found: Calibration | undefined): Team | undefined =>
  found && found.sampleSize >= fewestOutcomes && found.status !== null && found.gap !== null
    ? { rate: found.successRate, status: found.status, gap: found.gap }
    : undefined;

/** `status` speaks of the team, `gap` of you. */
function toContext(
  domain: string,
  found: Calibration | undefined,
  team: Team | undefined,
  confidence: number | null,
) {
  const gap = team && confidence !== null ? confidence - team.rate : null;
  return {
    domain,
    sample_size: found?.sampleSize ?? 0,
    team_success_rate: team ? rounded(team.rate) : null,
    team_confidence: found?.meanConfidence == null ? null : rounded(found.meanConfidence),
    status: team?.status ?? ('no_data' as const),
    your_confidence: confidence,
    gap: gap === null ? null : rounded(gap),
    recommendation: advice(domain, found, team, confidence, gap),
  };
}

function advice(
  domain: string,
  found: Calibration | undefined,
  team: Team | undefined,
  confidence: number | null,
  gap: number | null,
): string {
  if (!team) return tooFew(found?.sampleSize ?? 0, fewestOutcomes, domain);
  return confidence === null || gap === null
    ? teamAdvice(team.status, team.gap, domain)
    : ownAdvice(confidence, gap, domain);
}

const failed = ({ finalStatus }: SimilarDecision): boolean => finalStatus === 'failure';

const toLikeness = (one: SimilarDecision) => ({
  ...toSimilar(one),
  lessons: one.lessons,
  ...(failed(one) ? { antipattern: `Avoid: ${one.lessons.at(-1) ?? 'it failed when it was tried'}` } : {}),
});

const toSkill = ({ id, statement, confidence, successes, total, recommendation }: FoundSkill) => ({
  skill_id: id,
  skill: statement,
  confidence: rounded(confidence),
  source: `${successes} successful decisions of ${total}`,
  recommendation,
});

const toWarning = ({ type, severity, message, recommendation }: Warning) => ({
  type,
  severity,
  description: message,
  message,
  recommendation,
});

const toCauses = (similar: readonly SimilarDecision[], chains: Cause[][]) => ({
  previous_failed_decisions: similar.filter(failed).map(({ statement }) => statement),
  lessons_learned: [...new Set(similar.flatMap(({ lessons }) => lessons))],
  ...(chains.length > 0 ? { causal_chains: chains } : {}),
});
