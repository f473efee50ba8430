import { callGateway, type Way } from './gateway-call.ts';
import { type KnownGuards, keepGuards, workflowOf } from './guards.ts';

/** How long the gateway may take over an answer; it first stores the events before this one. */
const waitMs = 5000;

type Output = { hookSpecificOutput: Record<string, unknown> } | undefined;

/** What Claude Code reads from a PreToolUse hook. */
export const permission = (decision: string, reason: string): Output => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: decision,
    permissionDecisionReason: reason,
  },
});

/**
 * Asks the gateway about a guarded call.
 *
 * @param met the guards it meets: they decide while the gateway cannot be asked.
 * @returns undefined where the client's usual permissions decide.
 */
export async function askGate(way: Way, sessionId: string, event: object, met: KnownGuards): Promise<Output> {
  try {
    const path = (base: string) =>
      address(`${base}/hooks/claude-code/gate`, workflowOf(way.dataDir, sessionId));
    const { status, body } = await callGateway(way, 'POST', path, { body: JSON.stringify(event), waitMs });
    // An event that cannot be judged is no way around a guard.
    if (status === 400 || status === 413)
      return permission(
        'deny',
        `${namesOf(met)} guards this call, which cannot be judged: ${body.slice(0, 300)}`,
      );
    if (status !== 200) throw new Error(`the gateway answered ${status}`);
    const { decision, reason }: { decision?: string; reason?: string } = JSON.parse(body);
    return decision === undefined ? undefined : permission(decision, reason ?? '');
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const denying = met.find(({ when_unavailable }) => when_unavailable === 'deny');
    if (denying)
      return permission(
        'deny',
        `${namesOf([denying])} guards this call, and Dewey could not be asked: ${problem}. Start it with "dewey serve" and try again.`,
      );
    process.stderr.write(
      `dewey: a guarded call was let through, because Dewey could not be asked: ${problem}\n`,
    );
    return undefined;
  }
}

const namesOf = (met: KnownGuards): string =>
  `The preset ${[...new Set(met.map(({ preset }) => preset))].join(', ')}`;

function address(path: string, workflow: readonly string[]): URL {
  const url = new URL(path);
  for (const id of workflow.slice(-mostWorkflows)) url.searchParams.append('workflow', id);
  return url;
}
const mostWorkflows = 20;

/**
 * Reads which calls of the session are guarded, after anything that may have changed it.
 *
 * @param applied the workflow session that a call of `apply_preset` returned.
 */
export async function refreshGuards(way: Way, sessionId: string, applied?: string): Promise<void> {
  const known = workflowOf(way.dataDir, sessionId);
  const workflow = applied === undefined || known.includes(applied) ? known : [...known, applied];
  const path = (base: string) => {
    const url = address(`${base}/hooks/claude-code/guards`, workflow);
    url.searchParams.set('session', sessionId);
    return url;
  };
  const { status, body } = await callGateway(way, 'GET', path);
  if (status !== 200) throw new Error(`the gateway answered ${status}`);
  const { guards }: { guards: KnownGuards } = JSON.parse(body);
  keepGuards(way.dataDir, sessionId, guards, workflow);
}
