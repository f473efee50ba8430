import { readFile } from 'node:fs/promises';
import { importAntipatterns } from '../../handlers/decisions/import-antipatterns.ts';
import { learnDecisions } from '../../handlers/decisions/learn-decisions.ts';
import { callAsAdmin } from './admin.ts';
import type { ExitCode } from './program.ts';
import { UsageError } from './usage.ts';

/** Derives skills and antipatterns from all outcomes anew. */
export function learn(env: NodeJS.ProcessEnv, input: { domain?: string }): Promise<ExitCode> {
  return callAsAdmin(env, {
    tool: learnDecisions,
    input,
    there: { method: 'POST', path: '/decisions/learn', body: input },
  });
}

/** Adds the antipatterns of a JSON file: a list of them, or an object with the list as `antipatterns`. */
export async function antipatterns(env: NodeJS.ProcessEnv, path: string): Promise<ExitCode> {
  const content = parse(path, await readFile(path, 'utf8'));
  const input = Array.isArray(content) ? { antipatterns: content } : (content as object);
  return callAsAdmin(env, {
    tool: importAntipatterns,
    input,
    there: { method: 'POST', path: '/decisions/antipatterns', body: input },
  });
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
