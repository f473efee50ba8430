import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { antipatternsOf } from '../../db/decisions/antipatterns.ts';
import { type Cause, causalChain, preventedDecisions } from '../../db/decisions/causes.ts';
import { decisions } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import { readParts } from './decision-parts.ts';
import { matching } from './domain/antipatterns.ts';
import { optionsFrom, optionsOfDecision } from './options.ts';
import { decisionId, noDecision, notices, part } from './shared.ts';
import { similarTo, toSimilar } from './similar.ts';

const mostSimilar = 5;

export default tool({
  name: 'membria_analyze_decision',
  aliases: ['membria.analyze_decision'],
  title: 'Analyze a decision',
  description:
    'Trace the effects of a decision: its causal chain through code, outcome and lessons to skills and the decisions they informed, the issues it prevented, similar decisions and avoided antipatterns.',
  effect: 'read',
  input: z.strictObject({ decision_id: decisionId }),
  output: z.object({
    decision_id: z.string().describe('Decision id'),
    statement: z.string().describe('Statement of the decision'),
    analysis: z
      .object({
        causal_chain: z
          .object({
            decision: z.string().describe('Statement of the decision'),
            implementation: p.nullableText.describe('Linked pull request or commit'),
            outcome: p.nullableText.describe('Outcome'),
            lesson: p.nullableText.describe('Latest lesson'),
            skill_generated: p.nullableText.describe('Skill derived from it'),
            antipattern_generated: p.nullableText.describe('Antipattern derived from it'),
          })
          .describe('Summary'),
        causes: z.array(part).describe('id, kind, label, depth, from and type of each effect'),
        signals: z
          .array(part)
          .describe(
            'signal_type, valence, description and recorded_at of what was observed since, oldest first',
          ),
        cited_by: z.array(part).describe('decision_id and statement of later decisions that name it'),
        prevention_effectiveness: z
          .object({
            prevented_decisions: z.int().describe('Number of such decisions'),
            prevented_issue: p.nullableText.describe('The latest one'),
          })
          .describe(
            'Decisions for an alternative rejected here, or for an antipattern learned here, that were shown a warning and changed after it',
          ),
        similar_decisions: z
          .array(part)
          .describe('decision_id, statement, success_rate, score and direction of each'),
        antipatterns_avoided: z
          .array(z.string())
          .describe('Antipatterns matched by rejected alternatives only'),
      })
      .describe('Effects of the decision'),
    ...notices,
  }),
  async run({ decision_id: id }, deps) {
    const [decision] = await deps.db
      .select()
      .from(decisions)
      .where(and(eq(decisions.id, id), isNull(decisions.deletedAt)));
    if (!decision) throw noDecision(id);
    const { statement, domain, alternatives } = decision;
    const options = await optionsOfDecision(deps.db.sql, decision);
    const rejected = options.flatMap(({ role, option }) => (role === 'rejected' ? [option] : []));
    const [parts, chain, prevented, similar, antipatterns] = await Promise.all([
      readParts(id, deps),
      causalChain(deps.db.sql, id),
      preventedDecisions(deps.db.sql, id, rejected),
      similarTo(deps, {
        statement,
        alternatives,
        options,
        domain,
        except: id,
        completed: false,
        limit: mostSimilar,
      }),
      antipatternsOf(deps.db.sql, domain),
    ]);
    const shown = matching({ statement, options: optionsFrom(options) }, antipatterns);
    const considered = alternatives.flatMap((one) => matching({ statement: one }, antipatterns));
    const avoided = antipatterns.filter((one) => considered.includes(one) && !shown.includes(one));
    return {
      decision_id: id,
      statement,
      analysis: {
        causal_chain: { decision: statement, ...inShort(chain) },
        causes: chain,
        signals: parts.signals.map(({ signal_id: _, ...signal }) => signal),
        cited_by: chain
          .filter(({ type, depth }) => type === 'cited_by' && depth === 1)
          .map((one) => ({ decision_id: one.id, statement: one.label })),
        prevention_effectiveness: {
          prevented_decisions: prevented.count,
          prevented_issue: prevented.latest && `Attempted: ${prevented.latest}`,
        },
        similar_decisions: similar.map(toSimilar),
        antipatterns_avoided: avoided.map(({ pattern }) => pattern),
      },
    };
  },
});

/**
 * The first effect of each kind within two steps, of lessons the last: those of the decision itself, not of decisions it led to.
 */
function inShort(chain: readonly Cause[]) {
  const own = chain.filter(({ depth, type }) => depth <= 2 && type !== 'showed');
  const first = (kind: Cause['kind']) => own.find((one) => one.kind === kind)?.label ?? null;
  const change = first('code_change');
  return {
    implementation: change && `CodeChange: ${change}`,
    outcome: first('outcome'),
    lesson: own.findLast(({ kind }) => kind === 'lesson')?.label ?? null,
    skill_generated: first('skill'),
    antipattern_generated: first('antipattern'),
  };
}
