import type { Tool } from './tool.ts';

/** Tools that belong together and are selected together by `?toolsets=`. */
export type Shelf = { name: string; title: string; tools: readonly Tool[] };

/** Every tool of every shelf; all listings and routes are derived from it. */
export type Catalog = {
  readonly shelves: readonly Shelf[];
  /** In listing order. */
  readonly tools: readonly Tool[];
  /** Finds a tool by its name or an alias. */
  find(name: string): Tool | undefined;
};

/**
 * Joins shelves into one frozen catalog.
 *
 * @throws when two tools answer to one name: that is a mistake in the code, found at the first start.
 */
export function createCatalog(shelves: readonly Shelf[]): Catalog {
  const byName = new Map<string, Tool>();
  for (const tool of shelves.flatMap((shelf) => shelf.tools))
    for (const name of [tool.name, ...(tool.aliases ?? [])]) {
      if (byName.has(name)) throw new Error(`Two tools answer to the name ${name}.`);
      byName.set(name, tool);
    }
  return Object.freeze({
    shelves,
    tools: Object.freeze(shelves.flatMap((shelf) => shelf.tools)),
    find: (name: string) => byName.get(name),
  });
}
