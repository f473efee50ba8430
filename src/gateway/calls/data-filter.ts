import { BeyondReach } from '../../db/postgres/errors.ts';
import { fence } from '../../db/postgres/fence.ts';
import { searchedToolsets } from '../../db/schema/toolsets.ts';
import type { Collection } from '../../db/search/collection/collection.ts';
import type { Catalog } from '../../handlers/tool/catalog.ts';
import type { Deps } from '../../handlers/tool/deps.ts';
import type { Tool } from '../../handlers/tool/tool.ts';
import type { Caller } from '../auth/caller.ts';

/** Finds the toolset that a tool belongs to. */
export function toolsetsOf(catalog: Catalog): (tool: Tool) => string | undefined {
  const byTool = new Map<Tool, string>();
  for (const toolset of catalog.toolsets) {
    for (const { tool } of toolset.resources ?? []) byTool.set(tool, toolset.name);
    for (const tool of toolset.tools) byTool.set(tool, toolset.name);
  }
  return (tool) => byTool.get(tool) ?? tool.toolset;
}

type Reached = Pick<Deps, 'db' | 'append' | 'search' | 'calibrations'>;

/**
 * Builds the deps for a caller's tools and listings: the one place where limits of a key become limits on data. A key
 * without limits gets everything. With limits, only tables of the toolsets it reaches and those the tool `lends` can be
 * named; with a single project, only those of the tool's own toolset, which `projectScope` keeps within the project. So
 * a tool written without limits in mind fails for such a key instead of leaking data.
 */
export function createDataFilter(catalog: Catalog, deps: Deps) {
  const toolsetOf = toolsetsOf(catalog);
  const made = new Map<string, Reached>();

  const reachedBy = (toolsets: readonly string[]): Reached => {
    const key = [...new Set(toolsets)].sort().join(',');
    const known = made.get(key) ?? within(deps, new Set(toolsets));
    made.set(key, known);
    return known;
  };

  return (caller: Caller, tool?: Tool): Deps => {
    const given = { ...deps, call: caller };
    if (!caller.key?.limited) return given;
    const { toolsets, project } = caller.key.reach;
    const ownToolset = tool && toolsetOf(tool);
    const reached = project === undefined ? toolsets : ownToolset === undefined ? [] : [ownToolset];
    if (reached === undefined) return given;
    return { ...given, ...reachedBy([...reached, ...(tool?.lends ?? [])]) };
  };
}

function within({ db, append, search, calibrations }: Deps, toolsets: ReadonlySet<string>): Reached {
  const want = (toolset: string): void => {
    if (!toolsets.has(toolset)) throw new BeyondReach(toolset);
  };
  return {
    db: fence(db, toolsets),
    calibrations: toolsets.has('decisions') ? calibrations : undefined,
    append: async (message) => {
      want('conversations');
      return append(message);
    },
    ...(search && {
      search: {
        find: async <Filter>(
          collection: Collection<Filter>,
          query: Parameters<typeof search.find<Filter>>[1],
        ) => {
          want(searchedToolsets[collection.name] ?? 'unknown');
          return search.find(collection, query);
        },
        highlight: search.highlight,
      },
    }),
  };
}
