import { existsSync } from 'node:fs';
import type { Client, Machine, ServerFile, Target } from './clients/client.ts';
import { clients } from './clients/index.ts';
import { type ConfigFile, readConfigFile } from './files/config-file.ts';
import { type HookProgram, hasPlugin, withHooks, withoutHooks } from './files/hooks.ts';
import { withEntry, withoutEntry } from './files/servers.ts';
import { Unusable } from './files/unusable.ts';
import type { SetupRecord } from './record.ts';

/** One file that is ours to change, with what it is to become. */
export type Change = {
  client: Client;
  what: 'MCP server' | 'hooks';
  before: ConfigFile;
  /** Undefined when the file is to be removed. */
  after: string | undefined;
  /** The text without anything of ours; `null` without a file. */
  original: string | null;
};

export type Plan = {
  changes: Change[];
  /** Files that have everything already. */
  same: { client: Client; path: string }[];
  /** Files that were left alone, and what to do about each. */
  refused: { client: Client; path: string; problem: string }[];
};

/** The clients that are installed on this machine. */
export const clientsOn = (machine: Machine): Client[] =>
  clients.filter((client) => client.signs(machine).some((path) => existsSync(path)));

export const serverFileOf = (client: Client, machine: Machine): ServerFile =>
  client.file(machine, existsSync);

type Edit = { path: string; what: Change['what']; add(text: string): string; remove(text: string): string };

function editsOf(client: Client, machine: Machine, target?: Target, hook?: HookProgram): Edit[] {
  const file = serverFileOf(client, machine);
  const settings = client.hooks?.(machine);
  return [
    {
      path: file.path,
      what: 'MCP server',
      add: (text) => (target ? withEntry(file, text, target) : text),
      remove: (text) => withoutEntry(file, text),
    },
    ...(settings === undefined
      ? []
      : [
          {
            path: settings,
            what: 'hooks' as const,
            add: (text: string) =>
              hook && !hasPlugin(text, settings) ? withHooks(text, hook, settings) : text,
            remove: (text: string) => withoutHooks(text, settings),
          },
        ]),
  ];
}

/** What setup would change. Nothing is written. */
export const planSetup = (
  chosen: readonly Client[],
  machine: Machine,
  record: SetupRecord,
  target: Target,
  hook: HookProgram | undefined,
): Promise<Plan> =>
  planEach(
    chosen,
    (client) => editsOf(client, machine, target, hook),
    async ({ path, add, remove }, text) => {
      const after = add(text ?? '');
      // What another program changed since our last setup stays; what we had put there does not count as the original.
      const known = await record.original(path, text);
      if (known !== undefined) return { after, original: known };
      return {
        after,
        original: text === undefined ? null : record.paths.includes(path) ? remove(text) : text,
      };
    },
  );

/** What has to change so that nothing of ours is left. */
export async function planRemoval(machine: Machine, record: SetupRecord): Promise<Plan> {
  const plan = await planEach(
    clients,
    (client) => editsOf(client, machine),
    async ({ path, remove }, text) => {
      if (text === undefined) return { after: undefined, original: null };
      const original = await record.original(path, text);
      if (original !== undefined) return { after: original ?? undefined, original };
      return { after: remove(text), original: remove(text) };
    },
  );
  // A file that we may not change is a problem only if there is something of ours in it.
  return { ...plan, refused: plan.refused.filter(({ path }) => record.paths.includes(path)) };
}

async function planEach(
  chosen: readonly Client[],
  edits: (client: Client) => Edit[],
  change: (edit: Edit, text: string | undefined) => Promise<Pick<Change, 'after' | 'original'>>,
): Promise<Plan> {
  const plan: Plan = { changes: [], same: [], refused: [] };
  for (const client of chosen)
    for (const edit of edits(client)) {
      const { path, what } = edit;
      try {
        const before = await readConfigFile(path);
        const { after, original } = await change(edit, before.text);
        if ((after ?? '') === (before.text ?? '')) plan.same.push({ client, path });
        else plan.changes.push({ client, what, before, after, original });
      } catch (error) {
        if (!(error instanceof Unusable)) throw error;
        plan.refused.push({ client, path, problem: error.message });
      }
    }
  return plan;
}
