import * as z from 'zod';
import { act } from './decisions.ts';
import type { ExitCode } from './run/program.ts';
import type { Json } from './run/say.ts';
import { UsageError } from './run/usage.ts';

/** Lists the rules that warn, with what each caught. */
export const rules = (env: NodeJS.ProcessEnv, { json }: Json): Promise<ExitCode> =>
  act(env, 'list_rules', {}, json, (found) =>
    ruleList
      .parse(found)
      .rules.map(
        ({ rule, title, caught, dismissed, silent_in: silent }) =>
          `${rule}: ${title}; caught ${caught}, dismissed ${dismissed}${silent.length > 0 ? ', silenced' : ''}`,
      )
      .join('\n'),
  );

/** Dismisses a warning of a decision, or silences its rule. */
export async function dismiss(
  env: NodeJS.ProcessEnv,
  rule: string,
  {
    json,
    decision,
    ...options
  }: Json & { reason?: string; decision?: string; domain?: string; undo?: boolean },
): Promise<ExitCode> {
  if (options.reason === undefined && !options.undo)
    throw new UsageError('Give --reason: why the warning does not apply.');
  return act(env, 'dismiss_warning', { rule, decision_id: decision, ...options }, json, (found) =>
    dismissal(rule, changed.parse(found).changed, { decision, ...options }),
  );
}

function dismissal(
  rule: string,
  isNew: boolean,
  { decision, domain, undo }: { decision?: string | undefined; domain?: string; undo?: boolean },
): string {
  if (decision !== undefined) return `The warning ${rule} of ${decision} is dismissed.`;
  const where = domain === undefined ? '' : ` in ${domain} decisions`;
  const state = undo ? 'warns again' : 'no longer warns';
  return isNew
    ? `${rule} ${state}${where}.`
    : `Nothing changed: ${rule} ${undo ? 'warns' : 'does not warn'}${where}.`;
}

/** Confirms or rejects the outcome proposed for a decision. */
export const settle = (
  env: NodeJS.ProcessEnv,
  id: string,
  verdict: 'confirm' | 'reject',
  { json, ...options }: Json & { note?: string },
): Promise<ExitCode> =>
  act(env, 'settle_outcome', { decision_id: id, verdict, ...options }, json, (found) => {
    const { state } = settled.parse(found);
    return `The outcome proposed for ${id} is ${state}.`;
  });

/** Takes an anomaly off the list. */
export const acknowledge = (
  env: NodeJS.ProcessEnv,
  id: string,
  { json, ...options }: Json & { note?: string },
): Promise<ExitCode> =>
  act(env, 'acknowledge_anomaly', { id, ...options }, json, () => `${id} is off the list.`);

const ruleList = z.object({
  rules: z.array(
    z.object({
      rule: z.string(),
      title: z.string(),
      caught: z.int(),
      dismissed: z.int(),
      silent_in: z.array(z.string()),
    }),
  ),
});
const changed = z.object({ changed: z.boolean() });
const settled = z.object({ state: z.string() });
