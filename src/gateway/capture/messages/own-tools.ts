/**
 * True for calls to this product's own tools, however a client names them: their results are in the lake already, and
 * a copy of them would answer searches with earlier answers.
 *
 * @example isOwnTool('mcp__dewey__dewey_search') // true
 */
export function isOwnTool(name: string): boolean {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  if (server !== undefined && /(^|[_-])(dewey|winni)([_-]|$)/i.test(server)) return true;
  return /^(dewey|membria)[_.]/.test(tool ?? name);
}

/** What is stored in place of such a result. */
export const ownResult = (name: string): string =>
  `[The result of ${name} is not repeated here: it came from this lake.]`;
