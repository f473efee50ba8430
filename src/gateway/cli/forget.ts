import { forgetDecision } from '../../handlers/decisions/forget-decision.ts';
import { callAsAdmin } from './admin.ts';
import type { ExitCode } from './program.ts';

/** Deletes a decision, or brings it back. */
export function forget(
  env: NodeJS.ProcessEnv,
  id: string,
  options: { purge?: boolean; undo?: boolean },
): Promise<ExitCode> {
  const target = new URL(`decisions/${encodeURIComponent(id)}`, 'http://gateway');
  for (const [name, value] of Object.entries(options)) target.searchParams.set(name, String(value));
  return callAsAdmin(env, {
    tool: forgetDecision,
    input: { decision_id: id, ...options },
    there: { method: 'DELETE', path: `${target.pathname}${target.search}` },
  });
}
