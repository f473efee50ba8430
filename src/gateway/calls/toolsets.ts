import { type Catalog, createCatalog } from '../../handlers/tool/catalog.ts';
import { ToolError } from '../../handlers/tool/errors.ts';

/** Names as a query, a header or a variable gives them: comma-separated. */
export const parseToolsets = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

/**
 * The part of a catalog that is in these toolsets.
 *
 * @throws ToolError `invalid_input` when one of them does not exist; it names those that do.
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
        suggestion: `The toolsets are: ${known.join(', ')}.`,
      },
    );
  return createCatalog(catalog.toolsets.filter((toolset) => names.includes(toolset.name)));
}

/**
 * The part of a catalog that a key limited to these toolsets reaches.
 *
 * @throws ToolError `forbidden` when that is nothing: this server serves none of them.
 */
export function reached(catalog: Catalog, toolsets: readonly string[] | undefined): Catalog {
  if (toolsets === undefined) return catalog;
  const within = catalog.toolsets.filter((toolset) => toolsets.includes(toolset.name));
  if (within.length === 0)
    throw new ToolError('forbidden', 'This server serves none of the toolsets this key reaches.', {
      problem: `the key reaches ${toolsets.join(', ')} alone`,
      suggestion: 'Use another key.',
    });
  return createCatalog(within);
}

/** The part of a catalog that can be kept within one project: tools that say how. Resources and prompts cannot. */
export function withinProject(catalog: Catalog, project: string | undefined): Catalog {
  if (project === undefined) return catalog;
  const toolsets = catalog.toolsets.map(({ name, title, tools }) => ({
    name,
    title,
    tools: tools.filter((tool) => tool.projectScope),
  }));
  return createCatalog(toolsets.filter(({ tools }) => tools.length > 0));
}
