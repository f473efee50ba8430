import type { ExitCode } from './run/program.ts';
import { describeHistory, type History } from './setup/history.ts';
import type { Plan } from './setup/plan.ts';
import type { Gateway } from './setup/server.ts';
import { diffOf, summaryOf } from './setup/show.ts';
import type { Imported } from './setup-history.ts';
import type { Proven } from './setup-proof.ts';

type Json = { json?: boolean };
type Result = {
  plan: Plan;
  copies: string[];
  imported: Imported | undefined;
  proven: Proven[];
  gateway: Gateway;
};

/** Says how it went. Exit code 1 when a file was left alone or something could not be proved. */
export function finish(
  { plan, copies, imported, proven, gateway }: Result,
  { json }: Json,
  say: (text: string) => void,
): ExitCode {
  for (const { client, problem, tools } of proven)
    say(
      problem === undefined
        ? `proved  ${client.name}: ${tools} tools; a message was stored, found and removed`
        : `failed  ${client.name}: ${problem}`,
    );
  say(
    gateway.stays
      ? `Dewey is at ${gateway.url}; open that address in a browser to look at what it keeps.`
      : `Start Dewey with "dewey serve", or at every login with "dewey service install"; then open ${gateway.url} in a browser.`,
  );
  const whole = plan.refused.length === 0 && proven.every(({ problem }) => problem === undefined);
  if (json)
    process.stdout.write(
      `${JSON.stringify({
        ok: whole,
        url: gateway.url,
        changed: plan.changes.map(({ client, before }) => ({ client: client.id, path: before.path })),
        unchanged: plan.same.map(({ client, path }) => ({ client: client.id, path })),
        refused: plan.refused.map(({ client, path, problem }) => ({ client: client.id, path, problem })),
        copies,
        imported: imported ?? null,
        proven: proven.map(({ client, problem, tools }) => ({
          client: client.id,
          ok: problem === undefined,
          tools,
          problem,
        })),
      })}\n`,
    );
  return whole && imported?.sound !== false ? 0 : 1;
}

/** What a dry run says. */
export function showPlan(plan: Plan, history: readonly History[], { json }: Json): ExitCode {
  if (json)
    process.stdout.write(
      `${JSON.stringify({
        changes: plan.changes.map((change) => ({
          client: change.client.id,
          path: change.before.path,
          diff: diffOf(change),
        })),
        unchanged: plan.same.map(({ client, path }) => ({ client: client.id, path })),
        refused: plan.refused.map(({ client, path, problem }) => ({ client: client.id, path, problem })),
        history: history.map(({ agent, sessions }) => ({ agent, sessions })),
      })}\n`,
    );
  else {
    for (const line of summaryOf(plan)) process.stdout.write(`${line}\n`);
    for (const change of plan.changes) process.stdout.write(`\n${diffOf(change)}\n`);
    if (history.length > 0) process.stdout.write(`\nFound ${describeHistory(history)}, to import.\n`);
    process.stdout.write('Nothing was written.\n');
  }
  return plan.refused.length === 0 ? 0 : 1;
}
