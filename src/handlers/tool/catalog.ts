import type { Prompt } from './prompt.ts';
import type { Resource } from './resource.ts';
import type { Tool } from './tool.ts';

/** Tools, resources and prompts that belong together and are selected together with `?toolsets=`. */
export type Toolset = {
  name: string;
  title: string;
  tools: readonly Tool[];
  resources?: readonly Resource[];
  prompts?: readonly Prompt[];
};

/** The contents of all toolsets; all listings and routes are derived from it. */
export type Catalog = {
  readonly toolsets: readonly Toolset[];
  /** In listing order. */
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  /** Finds a tool by name or alias. */
  find(name: string): Tool | undefined;
};

/**
 * Combines toolsets into one frozen catalog.
 *
 * @throws Error when two tools, resources or prompts share a name: a programming error, caught at the first start.
 */
export function createCatalog(toolsets: readonly Toolset[]): Catalog {
  const tools = toolsets.flatMap((toolset) => toolset.tools);
  const resources = toolsets.flatMap((toolset) => toolset.resources ?? []);
  const prompts = toolsets.flatMap((toolset) => toolset.prompts ?? []);
  const byName = uniquely(
    'tools',
    tools.flatMap((tool) => [tool.name, ...(tool.aliases ?? [])].map((name) => [name, tool] as const)),
  );
  uniquely(
    'resources',
    resources.map((resource) => [resource.uri, resource]),
  );
  uniquely(
    'prompts',
    prompts.map((prompt) => [prompt.name, prompt]),
  );
  return Object.freeze({
    toolsets,
    tools: Object.freeze(tools),
    resources: Object.freeze(resources),
    prompts: Object.freeze(prompts),
    find: (name: string) => byName.get(name),
  });
}

function uniquely<T>(what: string, entries: readonly (readonly [string, T])[]): Map<string, T> {
  const map = new Map<string, T>();
  for (const [name, entry] of entries) {
    if (map.has(name)) throw new Error(`Two ${what} have the name ${name}.`);
    map.set(name, entry);
  }
  return map;
}
