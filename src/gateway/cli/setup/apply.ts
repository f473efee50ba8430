import { replaceConfigFile } from './files/config-file.ts';
import { Unusable } from './files/unusable.ts';
import type { Change, Plan } from './plan.ts';
import type { SetupRecord } from './record.ts';

/**
 * Makes the changes of a plan, each with a copy of the file kept first. One that fails is moved to `refused`; the others
 * are made.
 *
 * @returns the copies.
 */
export async function applySetup(plan: Plan, record: SetupRecord): Promise<string[]> {
  const copies: string[] = [];
  await each(plan, async ({ before, after, original }) => {
    const copy = await record.add(before.path, original, after ?? '');
    await replaceConfigFile(before, after);
    if (copy !== undefined) copies.push(copy);
  });
  return copies;
}

export const applyRemoval = (plan: Plan): Promise<void> =>
  each(plan, ({ before, after }) => replaceConfigFile(before, after));

async function each(plan: Plan, make: (change: Change) => Promise<void>): Promise<void> {
  for (const change of [...plan.changes])
    try {
      await make(change);
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      plan.changes.splice(plan.changes.indexOf(change), 1);
      plan.refused.push({ client: change.client, path: change.before.path, problem: error.message });
    }
}
