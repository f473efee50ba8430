import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { type Admin, openAdmin } from './admin-client.ts';
import { decisionIdOf, deletedIdOf, NoSuchId } from './people/ids.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, print, printJson } from './run/say.ts';
import { UsageError } from './run/usage.ts';

/** Deletes or restores a decision. */
export const forget = (
  env: NodeJS.ProcessEnv,
  id: string,
  { json, ...options }: Json & { purge?: boolean; undo?: boolean },
): Promise<ExitCode> => {
  const input = async (admin: Admin) => ({ ...options, decision_id: await forgotten(admin, id, options) });
  return act(env, 'forget_decision', input, json, (found) => {
    const { decision_id, status } = fate.parse(found);
    return `${decision_id} is ${status}.${status === 'hidden' ? ` "dewey forget ${decision_id} --undo" restores it.` : ''}`;
  });
};

/** Recomputes skills and antipatterns from all outcomes. */
export const learn = (
  env: NodeJS.ProcessEnv,
  { json, ...input }: Json & { domain?: string },
): Promise<ExitCode> =>
  act(env, 'learn_decisions', input, json, (found) => {
    const { domains } = learned.parse(found);
    const lines = domains.map(
      ({ domain, outcomes, skills, antipatterns: few }) =>
        `${domain}: ${outcomes} outcomes, ${skills} skills, ${few} antipatterns`,
    );
    return lines.length > 0 ? lines.join('\n') : 'There are no outcomes yet.';
  });

/** Adds antipatterns from a JSON file: a list, or an object with the list as `antipatterns`. */
export async function antipatterns(env: NodeJS.ProcessEnv, path: string, { json }: Json): Promise<ExitCode> {
  const content = parse(path, await readFile(path, 'utf8'));
  const input = Array.isArray(content) ? { antipatterns: content } : (content as object);
  return act(env, 'import_antipatterns', input, json, (found) => {
    const { added, changed, unchanged } = imported.parse(found);
    return `${added} added, ${changed} changed, ${unchanged} unchanged.`;
  });
}

const fate = z.object({ decision_id: z.string(), status: z.string() });
const learned = z.object({
  domains: z.array(
    z.object({ domain: z.string(), outcomes: z.int(), skills: z.int(), antipatterns: z.int() }),
  ),
});
const imported = z.object({ added: z.int(), changed: z.int(), unchanged: z.int() });

/**
 * Calls a tool; of the decision it is about, part of the id is enough. Prints text on a terminal; elsewhere JSON, which
 * scripts read.
 */
export async function act(
  env: NodeJS.ProcessEnv,
  name: string,
  input: object | ((admin: Admin) => Promise<object>),
  json: boolean | undefined,
  text: (found: unknown) => string,
): Promise<ExitCode> {
  const admin = await openAdmin(env, 'dewey');
  try {
    const whole = typeof input === 'function' ? await input(admin) : await withWholeId(admin, input);
    const found = await admin.call(name, whole);
    const asJson = json || !process.stdout.isTTY;
    if (asJson) printJson(found);
    else print(text(found));
    return 0;
  } finally {
    await admin.close();
  }
}

/** Hiding finds decisions that are shown, restoring hidden ones, and purging both. */
function forgotten(admin: Admin, id: string, { undo, purge }: { undo?: boolean; purge?: boolean }) {
  const hidden = () => deletedIdOf(admin, 'decision', id);
  if (undo) return hidden();
  return purge ? decisionIdOf(admin, id).catch(ifNone(hidden)) : decisionIdOf(admin, id);
}

async function withWholeId(admin: Admin, input: object): Promise<object> {
  const given = 'decision_id' in input ? input.decision_id : undefined;
  return typeof given === 'string' ? { ...input, decision_id: await decisionIdOf(admin, given) } : input;
}

const ifNone = (otherwise: () => Promise<string>) => (error: unknown) => {
  if (error instanceof NoSuchId) return otherwise();
  throw error;
};

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
