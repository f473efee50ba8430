import { and, desc, isNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import { isActive } from '../../db/contexts/active.ts';
import { startupContexts } from '../../db/schema/index.ts';
import type { Deps } from '../tool/deps.ts';
import { addressOf, type Complete, type Resource, resource } from '../tool/resource.ts';
import { beginsWith } from '../tool/text.ts';
import getStartupContext from './get-startup-context.ts';

export const activeContextUri = 'dewey://contexts/active';
const namedContextUri = 'dewey://contexts/{name}';

/** The resource URIs of a context. */
export const contextAddresses = ({ name }: { name: string }): string[] => [
  activeContextUri,
  addressOf(namedContextUri, { name }),
];

const mimeType = 'text/markdown';
/** A resource is read in one piece: its reader cannot ask for the rest. */
const wholeText = 16_000_000;
const context = z.object({ content: z.string() }).nullable();
const render = (value: z.output<typeof context>) => ({ mimeType, text: value?.content ?? '' });

/** Names of contexts with the typed prefix, the active one first. */
export const completeContextName: Complete = async (typed, { db }) => {
  const rows = await db
    .select({ name: startupContexts.name })
    .from(startupContexts)
    .where(
      and(isNull(startupContexts.deletedAt), sql`${startupContexts.name} ilike ${beginsWith(typed)}::text`),
    )
    .orderBy(desc(isActive), desc(startupContexts.updatedAt))
    .limit(100);
  return rows.map((row) => row.name);
};

const listContexts = async (deps: Deps) => {
  const names = await completeContextName('', deps);
  return names.map((name) => ({
    uri: addressOf(namedContextUri, { name }),
    name,
    description: `The startup context ${name}.`,
  }));
};

export const contextResources: readonly Resource[] = [
  resource({
    uri: activeContextUri,
    name: 'active startup context',
    title: 'The active startup context',
    description: 'The text an agent should know at the start of a session; empty when no context is active.',
    mimeType,
    tool: getStartupContext,
    output: context,
    input: () => ({ max_chars: wholeText }),
    render,
  }),
  resource({
    uri: namedContextUri,
    name: 'startup context',
    title: 'A startup context by name',
    description: 'The text of one startup context.',
    mimeType,
    tool: getStartupContext,
    output: context,
    input: ({ name }) => ({ name, max_chars: wholeText }),
    render,
    list: listContexts,
    complete: { name: completeContextName },
  }),
];
