/**
 * True for calls to Dewey's own tools, under any name a client gives them: their results are already in the lake, and a
 * copy would make searches find earlier search results.
 *
 * @example isOwnTool('mcp__dewey__dewey_search') // true
 */
export function isOwnTool(name: string): boolean {
  // Gemini CLI joins the parts with one underscore.
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? /^mcp_([^_]+)_(.+)$/.exec(name) ?? [];
  if (server !== undefined && /(^|[_-])(dewey|winni)([_-]|$)/i.test(server)) return true;
  return /^(dewey|membria)[_.]/.test(tool ?? name);
}

/** The text stored in place of such a result. */
export const ownResult = (name: string): string =>
  `[The result of ${name} is not repeated here: it came from this lake.]`;
