import { readFile } from 'node:fs/promises';
import { openAdmin } from './admin-client.ts';
import type { ExitCode } from './run/program.ts';
import { UsageError } from './run/usage.ts';

/** Deletes or restores a decision. */
export const forget = (
  env: NodeJS.ProcessEnv,
  id: string,
  options: { purge?: boolean; undo?: boolean },
): Promise<ExitCode> => act(env, 'forget_decision', { decision_id: id, ...options });

/** Recomputes skills and antipatterns from all outcomes. */
export const learn = (env: NodeJS.ProcessEnv, input: { domain?: string }): Promise<ExitCode> =>
  act(env, 'learn_decisions', input);

/** Adds antipatterns from a JSON file: a list, or an object with the list as `antipatterns`. */
export async function antipatterns(env: NodeJS.ProcessEnv, path: string): Promise<ExitCode> {
  const content = parse(path, await readFile(path, 'utf8'));
  return act(
    env,
    'import_antipatterns',
    Array.isArray(content) ? { antipatterns: content } : (content as object),
  );
}

async function act(env: NodeJS.ProcessEnv, name: string, input: object): Promise<ExitCode> {
  const admin = await openAdmin(env, 'dewey');
  try {
    process.stdout.write(`${JSON.stringify(await admin.call(name, input))}\n`);
    return 0;
  } finally {
    await admin.close();
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
