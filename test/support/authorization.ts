import { beforeAll, expect } from 'vitest';
import { addKey, type NewKey } from '../../src/db/admin/keys.ts';
import type { RunningServer } from '../../src/gateway/server.ts';
import { catalog } from '../../src/handlers/index.ts';
import type { Effect } from '../../src/handlers/tool/effect.ts';
import type { Tool } from '../../src/handlers/tool/tool.ts';
import { extractAll } from './documents.ts';
import { useServer } from './gateway.ts';
import { sha256 } from './hash.ts';
import { bearer } from './keys.ts';
import { type TestLake, useLake } from './lake.ts';
import { bait, harvest, type Ids, inputsOf, markOf, seeds } from './marked.ts';
import { eventually } from './waiting.ts';

export type Json = Record<string, unknown>;

export const secretOf = (name: string) => `secret-of-${name}-0123456789`;
export const toolsetOf = new Map(
  catalog.toolsets.flatMap(({ name, tools }) => tools.map((tool) => [tool, name] as const)),
);
export const toolsets = catalog.toolsets.map(({ name }) => name);

export type Limited = { name: string; key: Partial<NewKey>; hidden: readonly string[] };
export const everything = [...toolsets, 'private', 'sensitive'];
/** Keys of one toolset first: calls of others move content between toolsets, as a finalized session does. */
export const limited: readonly Limited[] = [
  ...toolsets.map((toolset) => ({
    name: `of-${toolset}`,
    key: { scope: 'write' as const, toolsets: [toolset], maxSensitivity: 'sensitive' as const },
    hidden: everything.filter((one) => one !== toolset),
  })),
  { name: 'of-another-project', key: { scope: 'admin', project: 'beta-project' }, hidden: everything },
  { name: 'another-admin', key: { scope: 'admin' }, hidden: ['private'] },
  {
    name: 'of-normal-documents',
    key: { scope: 'admin', maxSensitivity: 'normal' },
    hidden: ['private', 'sensitive'],
  },
];

export type Reply = { status: number; text: string };

/** The marks in a reply that its caller did not send. */
export const shown = (text: string, sent: unknown, hidden: readonly string[]): string[] => {
  const given = JSON.stringify(sent ?? {});
  return hidden.map(markOf).filter((mark) => text.includes(mark) && !given.includes(mark));
};

const inOrder: readonly Effect[] = ['read', 'add', 'change', 'delete'];
export const tools = catalog.tools.toSorted((a, b) => inOrder.indexOf(a.effect) - inOrder.indexOf(b.effect));

/** A gateway with keys of every kind of limit, over a lake in which each toolset holds a mark. */
export type MarkedLake = {
  lake: TestLake;
  server: RunningServer;
  /** Ids of rows, as returned to the keys that created them. */
  ids: Ids;
  /** Ids of documents that only one key, or a key of higher sensitivity, may see. */
  beyond: { private: Ids; sensitive: Ids };
  ask(key: string, path: string, input?: Json): Promise<Reply>;
  call(key: string, tool: string, input: Json): Promise<Reply>;
  /** Every input for a tool, with the field that names a row if there is one. */
  inputs(tool: Tool, from?: Ids): { input: Json; field?: string; value?: string | number }[];
};

/** Sets it up for the test file it is called in, and takes it down afterwards. */
export function useMarkedLake(): MarkedLake {
  const lake = useLake();
  const server = useServer(lake, { DEWEY_REQUIRE_KEY: 'on' });
  const ids: Ids = new Map();
  const beyond: MarkedLake['beyond'] = { private: new Map(), sensitive: new Map() };

  async function ask(key: string, path: string, input?: Json): Promise<Reply> {
    const response = await fetch(server.url + path, {
      method: input === undefined ? 'GET' : 'POST',
      headers: { ...bearer(secretOf(key)), 'content-type': 'application/json' },
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
    });
    return { status: response.status, text: await response.text() };
  }

  const call = (key: string, tool: string, input: Json) => ask(key, `/tools/${tool}`, input);

  const inputs = (tool: Tool, from = ids): { input: Json; field?: string; value?: string | number }[] => {
    const { plain, named } = inputsOf(tool, from);
    return [
      ...plain.map((input) => ({ input })),
      ...named.flatMap(({ field, values, put }) =>
        values.map((value) => ({ input: put(value), field, value })),
      ),
    ];
  };

  beforeAll(async () => {
    const now = new Date();
    const key = (name: string, limits: Partial<NewKey>) =>
      addKey(
        lake.db.sql,
        {
          name,
          scope: 'write',
          toolsets: null,
          project: null,
          expiresAt: null,
          secretHash: sha256(secretOf(name)),
          ...limits,
        },
        now,
      );
    await key('ana', { scope: 'admin' });
    await key('another', { scope: 'write' });
    for (const toolset of toolsets) await key(`admin-of-${toolset}`, { scope: 'admin', toolsets: [toolset] });
    for (const { name, key: limits } of limited) await key(name, limits);
    // The server may have read the keys while they were being added: once the last one is valid, all are.
    const last = limited.at(-1)?.name ?? '';
    await eventually(async () => (await call(last, 'health_check', {})).status === 200);

    const kept = new Map<string, Ids>();
    for (const { tool, input } of toolsets.flatMap((toolset) => seeds[toolset] ?? [])) {
      const { status, text } = await call('ana', tool, input);
      expect([tool, status, text]).toEqual([tool, 200, expect.any(String)]);
      const own: Ids = new Map();
      harvest(input, own);
      harvest(JSON.parse(text), own);
      kept.set(JSON.stringify(input), own);
      harvest(input, ids);
      harvest(JSON.parse(text), ids);
    }
    await extractAll(lake);
    await lake.db.sql`
    update semantic_events set narrative = ${`The ${bait} shelf: ${markOf('events')}`}
    where artifact_uid = (select artifact_uid from artifacts where source_id = 'seen by the team')`;
    for (const [input, own] of kept) {
      const which = (['private', 'sensitive'] as const).find((one) => input.includes(`the ${one} one`));
      const uid = [...(own.get('artifact_uid') ?? [])][0];
      if (uid === undefined) continue;
      const { text } = await call('ana', 'event_list_for_revision', { artifact_uid: uid });
      harvest(JSON.parse(text), ids);
      // Other documents that tell the same fact are named with it, and are not the row's own.
      const listed: { events: { also_told?: unknown }[] } = JSON.parse(text);
      harvest({ ...listed, events: listed.events.map(({ also_told: _, ...event }) => event) }, own);
      if (which) for (const [name, values] of own) beyond[which].set(name, values);
    }
  }, 60_000);

  return { lake, server, ids, beyond, ask, call, inputs };
}
