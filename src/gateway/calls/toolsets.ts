import { type Catalog, createCatalog } from '../../handlers/tool/catalog.ts';
import { ToolError } from '../../handlers/tool/errors.ts';

/** Selects the everyday tools, beside names of toolsets: `?toolsets=core`. */
export const coreProfile = 'core';
/** Selects everything, where the server lists less by default. */
export const wholeCatalog = 'all';

/** Parses comma-separated names, as given in a query, header or variable. */
export const parseToolsets = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

/**
 * Selects these toolsets from a catalog.
 *
 * @throws ToolError `invalid_input` if one does not exist; it lists those that do.
 */
export function selectToolsets(catalog: Catalog, names: readonly string[]): Catalog {
  const known = catalog.toolsets.map((toolset) => toolset.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0 || names.length === 0)
    throw new ToolError(
      'invalid_input',
      unknown.length > 0 ? `There is no toolset ${unknown.join(', ')}.` : 'No toolset is named.',
      {
        field: 'toolsets',
        received: names.join(',').slice(0, 200),
        suggestion: `The toolsets are: ${known.join(', ')}. "core" lists the everyday tools, "all" every tool.`,
      },
    );
  return createCatalog(catalog.toolsets.filter((toolset) => names.includes(toolset.name)));
}

/** The part of a catalog that a server serves: with the profile `core` it lists less, but serves everything. */
export const servedOf = (catalog: Catalog, names: readonly string[] | undefined): Catalog =>
  names === undefined || listsProfile(names) ? catalog : selectToolsets(catalog, names);

export const listsProfile = (names: readonly string[]): boolean => names.includes(coreProfile);

/**
 * The part of a catalog that a key limited to these toolsets reaches.
 *
 * @throws ToolError `forbidden` if this server serves none of them.
 */
export function reached(catalog: Catalog, toolsets: readonly string[] | undefined): Catalog {
  if (toolsets === undefined) return catalog;
  const within = catalog.toolsets.filter((toolset) => toolsets.includes(toolset.name));
  if (within.length === 0)
    throw new ToolError('forbidden', 'This server serves none of the toolsets this key reaches.', {
      problem: `the key reaches only ${toolsets.join(', ')}`,
      suggestion: 'Use another key.',
    });
  return createCatalog(within);
}

/**
 * The part of a catalog that can be scoped to one project: tools with a `projectScope`. Resources and prompts have
 * none.
 */
export function withinProject(catalog: Catalog, project: string | undefined): Catalog {
  if (project === undefined) return catalog;
  const toolsets = catalog.toolsets.map(({ name, title, tools }) => ({
    name,
    title,
    tools: tools.filter((tool) => tool.projectScope),
  }));
  return createCatalog(toolsets.filter(({ tools }) => tools.length > 0));
}
