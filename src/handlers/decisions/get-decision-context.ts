import * as z from 'zod';
import { type Cause, causalChain } from '../../db/decisions/causes.ts';
import { type FoundSkill, skillsOf } from '../../db/decisions/learned.ts';
import { tool } from '../tool/tool.ts';
import { calibrationOf } from './calibrations.ts';
import { calibrationsAtHand, dangerOf, ifReachable, knownDangers } from './dangers.ts';
import { ownAdvice, teamAdvice, tooFew } from './domain/advice.ts';
import { type Calibration, fewestOutcomes } from './domain/calibration.ts';
import { firewall, type Warning } from './domain/firewall.ts';
import { rounded } from './domain/numbers.ts';
import { verbsOfDeciding } from './domain/similarity.ts';
import { type Classes, classesOf, judge, withEvidence } from './evidence.ts';
import { keysAsked, readDecision, toStored } from './options.ts';
import { cached, explain, local, module, notices, part, share, statement } from './shared.ts';
import { type Similar, similarTo, toSimilar } from './similar.ts';

const depths = ['minimal', 'standard', 'full'] as const;
/** Number of items shown at each depth. */
const most = {
  minimal: { similar: 0, skills: 0, warnings: 1, chains: 0 },
  standard: { similar: 3, skills: 2, warnings: 20, chains: 0 },
  full: { similar: 10, skills: 10, warnings: 20, chains: 3 },
};

export default tool({
  name: 'membria_get_decision_context',
  aliases: ['membria.get_decision_context'],
  title: 'Get context for a decision',
  description:
    'Call this before deciding. Returns the calibration for this kind of decision, outcomes of similar decisions, skills and warnings. Depth minimal: calibration and the most severe warning; standard: also 3 similar decisions and 2 skills; full: all, with causal chains.',
  effect: 'read',
  explain,
  input: z.strictObject({
    statement: statement.describe('Decision you are about to make'),
    module: module.optional().describe('Module it concerns; default: domain general'),
    confidence: share.optional().describe('Your confidence'),
    depth: z.enum(depths).default('standard').describe('How much to return'),
  }),
  output: z.object({
    decision_statement: z.string().describe('As passed in'),
    calibration_context: z
      .object({
        domain: z.string().describe('The domain'),
        sample_size: z.int().describe('Outcomes'),
        team_success_rate: z.number().nullable().describe('Posterior mean'),
        team_confidence: z.number().nullable().describe('Mean stated confidence'),
        status: z.string().describe('Rating of the team; inconclusive while its outcomes do not tell'),
        your_confidence: z.number().nullable().describe('As passed in'),
        gap: z.number().nullable().describe('Your confidence − team success rate; positive: overconfident'),
        basis: z.string().nullable().describe('Narrowest class with evidence, which the advice is from'),
        recommendation: z.string().describe('Advice'),
      })
      .describe('Calibration'),
    similar_decisions: z
      .array(part)
      .describe(
        'decision_id, statement, success_rate (of the outcome), score, direction (same, related or, last, opposite), lessons and antipattern of each',
      ),
    applicable_skills: z
      .array(part)
      .describe('skill_id, skill, confidence, source and recommendation of each'),
    warnings: z
      .array(part)
      .describe('type, severity, rule, description, message, evidence and recommendation of each'),
    causal_context: z
      .object({
        previous_failed_decisions: z.array(z.string()).describe('Failed'),
        lessons_learned: z.array(z.string()).describe('Lessons'),
        causal_chains: z
          .array(z.array(z.string()))
          .optional()
          .describe('Depth full: effects of similar decisions'),
      })
      .optional()
      .describe('Outcomes of similar decisions'),
    related_decisions: z.array(part).optional().describe('Depth full: similar decisions still open'),
    ...cached,
    ...local,
    ...notices,
  }),
  async run(input, deps) {
    const domain = input.module ?? 'general';
    const { sql } = deps.db;
    const size = most[input.depth];
    const reading = await readDecision(input, deps);
    const find = { statement: input.statement, domain };
    const alike = { ...find, options: toStored(reading) };
    const [known, dangers, danger, similar, skills, related] = await Promise.all([
      calibrationsAtHand(deps),
      knownDangers(deps, domain),
      dangerOf(input.statement, deps),
      size.similar === 0
        ? []
        : ifReachable(similarTo(deps, { ...alike, completed: true, limit: size.similar })),
      size.skills === 0
        ? []
        : ifReachable(
            skillsOf(sql, {
              ...find,
              minConfidence: 0,
              options: keysAsked(input.statement, reading),
              ignore: verbsOfDeciding,
              matchingOnly: true,
              limit: size.skills,
            }),
          ),
      input.depth === 'full'
        ? ifReachable(similarTo(deps, { ...alike, completed: false, limit: size.similar * 2 }))
        : [],
    ]);
    const chains = await Promise.all(
      similar.slice(0, size.chains).map(({ id }) => ifReachable(causalChain(sql, id))),
    );
    const classes = await classesOf(sql, known, { reading, domain });
    const basis = classes.option ?? classes.team;
    const verdict = firewall(
      { ...find, confidence: input.confidence, options: reading.options, danger },
      dangers.antipatterns,
      basis,
      dangers.dismissed,
    );
    return {
      decision_statement: input.statement,
      calibration_context: await toContext(
        domain,
        calibrationOf(known, domain),
        classes,
        input.confidence ?? null,
      ),
      similar_decisions: similar.map(toLikeness),
      applicable_skills: skills.map(toSkill),
      warnings: withEvidence(verdict.warnings, basis, input.confidence)
        .slice(0, size.warnings)
        .map(toWarning),
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
      ...(dangers.local ? { local_only: true } : {}),
    };
  },
});

/**
 * `status` refers to the team and `gap` to the caller; the recommendation is from the option of the decision where it has
 * enough outcomes, else from the domain.
 */
async function toContext(
  domain: string,
  found: Calibration | undefined,
  { option, team }: Classes,
  confidence: number | null,
) {
  const gap = team && confidence !== null ? confidence - team.rate : null;
  const stated = found?.meanConfidence ?? null;
  const judgement = team && stated !== null ? await judge(stated, team) : undefined;
  const basis = option ?? team;
  return {
    domain,
    sample_size: found?.sampleSize ?? 0,
    team_success_rate: team ? rounded(team.rate) : null,
    team_confidence: stated === null ? null : rounded(stated),
    status: judgement?.status ?? ('no_data' as const),
    your_confidence: confidence,
    gap: gap === null ? null : rounded(gap),
    basis: basis?.evidence ?? null,
    recommendation:
      basis && confidence !== null
        ? ownAdvice(await judge(confidence, basis), confidence, basis)
        : judgement && team && stated !== null
          ? teamAdvice(judgement, stated, team)
          : tooFew(found?.sampleSize ?? 0, fewestOutcomes, domain),
  };
}

/** Whether it failed and chose what is asked about, or something near: that another choice failed speaks for this one. */
const warns = ({ finalStatus, direction }: Similar): boolean =>
  finalStatus === 'failure' && direction !== 'opposite';

const toLikeness = (one: Similar) => ({
  ...toSimilar(one),
  lessons: one.lessons,
  ...(warns(one)
    ? { antipattern: `Failed before${one.lessons.length > 0 ? `: ${one.lessons.at(-1)}` : ''}` }
    : {}),
});

const toSkill = ({ id, statement, confidence, successes, total, recommendation }: FoundSkill) => ({
  skill_id: id,
  skill: statement,
  confidence: rounded(confidence),
  source: `${successes} of ${total} decisions successful`,
  recommendation,
});

const toWarning = ({ type, severity, rule, message, evidence, recommendation }: Warning) => ({
  type,
  severity,
  ...(rule === undefined ? {} : { rule }),
  description: message,
  message,
  ...(evidence === undefined ? {} : { evidence }),
  recommendation,
});

const toCauses = (similar: readonly Similar[], chains: Cause[][]) => ({
  previous_failed_decisions: similar.filter(warns).map(({ statement }) => statement),
  lessons_learned: [...new Set(similar.flatMap(({ lessons }) => lessons))],
  ...(chains.length > 0
    ? { causal_chains: chains.map((chain) => chain.map(({ kind, label }) => `${kind}: ${label}`)) }
    : {}),
});
