import analyzeProblem from '../../src/handlers/reasoning/analyze-problem.ts';
import gatherContext from '../../src/handlers/reasoning/gather-context.ts';
import reasonThrough from '../../src/handlers/reasoning/reason-through.ts';
import type { Deps } from '../../src/handlers/tool/deps.ts';
import { call } from './call.ts';

export const problem = 'Why does the nightly loan report fail when the import runs long?';

/** Starts a session and returns its id. */
export const begin = async (deps: Deps, fields: Record<string, unknown> = {}): Promise<string> =>
  (await call(analyzeProblem, { problem, ...fields }, deps)).session_id;

/** A session that is ready for reasoning. */
export async function gathered(deps: Deps): Promise<string> {
  const session_id = await begin(deps);
  await call(gatherContext, { session_id, sources: {} }, deps);
  return session_id;
}

export const think = (
  deps: Deps,
  session_id: string,
  thought_number: number,
  fields: Record<string, unknown> = {},
) =>
  call(
    reasonThrough,
    {
      session_id,
      thought_number,
      thought: `The loan report waits for the import, case ${thought_number}`,
      ...fields,
    },
    deps,
  );
