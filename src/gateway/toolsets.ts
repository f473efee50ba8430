import { type Catalog, createCatalog } from '../handlers/catalog.ts';
import { ToolError } from '../handlers/errors.ts';

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
  const known = catalog.shelves.map((shelf) => shelf.name);
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
  return createCatalog(catalog.shelves.filter((shelf) => names.includes(shelf.name)));
}
