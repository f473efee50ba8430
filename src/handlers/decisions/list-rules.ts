import * as z from 'zod';
import { allAntipatterns } from '../../db/decisions/antipatterns.ts';
import { dismissCatch, dismissRule, ruleRecords } from '../../db/decisions/catches.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { pack } from './domain/risks/pack/index.ts';
import { decisionId, domain, part } from './shared.ts';

/** For people, by `dewey decisions rules` and `dewey decisions dismiss`; outside the catalog. */
export const listRules = tool({
  name: 'list_rules',
  title: 'List the rules that warn',
  description:
    'Every rule of the curated pack and every antipattern, with what it caught and how that turned out.',
  effect: 'read',
  toolset: 'decisions',
  input: z.strictObject({}),
  output: z.object({
    rules: z
      .array(part)
      .describe(
        'rule, kind, area or domain, title, source, caught, dismissed, succeeded, failed, latest and silent_in of each, most caught first',
      ),
  }),
  async run(_, { db }) {
    const [records, antipatterns] = await Promise.all([ruleRecords(db.sql), allAntipatterns(db.sql)]);
    const known = [
      ...pack.map(({ id, area, title, source }) => ({ rule: id, kind: 'pack', area, title, source })),
      ...antipatterns.map(({ id, pattern, domain: of, source }) => ({
        rule: id,
        kind: 'antipattern',
        domain: of,
        title: pattern,
        source,
      })),
    ];
    const rules = known.map((rule) => {
      const found = records.find(({ ruleId }) => ruleId === rule.rule);
      return {
        ...rule,
        caught: found?.caught ?? 0,
        dismissed: found?.dismissed ?? 0,
        succeeded: found?.succeeded ?? 0,
        failed: found?.failed ?? 0,
        latest: found?.latest ?? null,
        silent_in: found?.silentIn ?? [],
      };
    });
    return { rules: rules.toSorted((a, b) => b.caught - a.caught) };
  },
});

export const dismissWarning = tool({
  name: 'dismiss_warning',
  title: 'Dismiss a warning',
  description: 'Mark a warning of one decision as wrong, or silence its rule in a domain or everywhere.',
  effect: 'change',
  toolset: 'decisions',
  input: z.strictObject({
    rule: z.string().min(1).max(200).describe('Id of the rule, from the warning'),
    reason: z
      .string()
      .trim()
      .min(3)
      .max(2000)
      .optional()
      .describe('Why it does not apply; required without undo'),
    decision_id: decisionId.optional().describe('Only for this decision'),
    domain: domain.optional().describe('In this domain; default: everywhere'),
    undo: z.boolean().default(false).describe('Let the rule warn again'),
  }),
  output: z.object({
    rule: z.string().describe('Id of the rule'),
    changed: z.boolean().describe('False when it was so already'),
  }),
  async run({ rule, reason = '', decision_id, domain: of = '', undo }, { db }) {
    if (reason === '' && !undo)
      throw new ToolError('invalid_input', 'reason: is required to dismiss a warning.', {
        field: 'reason',
        problem: 'is required',
        suggestion: 'Say why the warning does not apply.',
      });
    if (undo && decision_id !== undefined)
      throw new ToolError('invalid_input', 'A warning dismissed for one decision stays dismissed.', {
        field: 'undo',
        suggestion: 'Leave out decision_id to let a silenced rule warn again.',
      });
    if (decision_id !== undefined) {
      if (await dismissCatch(db.sql, { decisionId: decision_id, rule, reason }))
        return { rule, changed: true };
      throw unknown(rule, 'The decision was not shown such a warning; see its warnings.');
    }
    const antipatterns = await allAntipatterns(db.sql);
    if (![...pack, ...antipatterns].some(({ id }) => id === rule))
      throw unknown(rule, 'List the rules with "dewey decisions rules".');
    return { rule, changed: await dismissRule(db.sql, { rule, domain: of, reason, undo }) };
  },
});

const unknown = (rule: string, suggestion: string): ToolError =>
  new ToolError('not_found', `There is no warning ${rule} to dismiss.`, {
    field: 'rule',
    received: rule,
    suggestion,
  });
