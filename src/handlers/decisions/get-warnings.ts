import * as z from 'zod';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import { calibrationsAtHand, dangerOf, knownDangers } from './dangers.ts';
import { firewall } from './domain/firewall.ts';
import { rounded } from './domain/numbers.ts';
import { classesOf, withEvidence } from './evidence.ts';
import { readDecision } from './options.ts';
import {
  cached,
  domain,
  explain,
  local,
  notices,
  share,
  statement,
  texts,
  toWarning,
  warnings,
} from './shared.ts';

export default tool({
  name: 'membria_get_warnings',
  aliases: ['membria.get_warnings'],
  title: 'Get warnings',
  description:
    'Check a decision before making it: known antipatterns, too few alternatives, confidence not supported by past outcomes, words of certainty or haste. firewall_status block means: reconsider before you proceed.',
  effect: 'read',
  explain,
  input: z.strictObject({
    statement,
    module: domain.describe('The domain'),
    confidence: share.optional().describe('Your confidence'),
    alternatives: texts.default([]).describe('Alternatives considered'),
    context: p.metadata.default({}).describe('Further context; its texts are checked too'),
  }),
  output: z.object({
    warnings,
    firewall_status: z.string().describe('clear, caution or block'),
    risk_score: z.number().describe('0 to 1'),
    ...cached,
    ...local,
    ...notices,
  }),
  async run(input, deps) {
    const [known, dangers, danger, reading] = await Promise.all([
      calibrationsAtHand(deps),
      knownDangers(deps, input.module),
      dangerOf(input.statement, deps),
      readDecision(input, deps),
    ]);
    const { option, team } = await classesOf(deps.db.sql, known, { reading, domain: input.module });
    const basis = option ?? team;
    const verdict = firewall(
      {
        statement: input.statement,
        context: textsOf(input.context).join('\n'),
        domain: input.module,
        confidence: input.confidence,
        alternatives: input.alternatives,
        options: reading.options,
        danger,
      },
      dangers.antipatterns,
      basis,
      dangers.dismissed,
    );
    return {
      warnings: withEvidence(verdict.warnings, basis, input.confidence).map(toWarning),
      firewall_status: verdict.status,
      risk_score: rounded(verdict.riskScore),
      ...known.age,
      ...(dangers.local ? { local_only: true } : {}),
    };
  },
});

/** All texts in a value, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
