import { type Context, Hono } from 'hono';
import type { Catalog } from '../../../handlers/tool/catalog.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { parseInput } from '../../../handlers/tool/parse-json.ts';
import { type Mounted, resultOf, type Tool } from '../../../handlers/tool/tool.ts';
import type { Reach } from '../../auth/identity.ts';
import type { Dispatcher } from '../../calls/dispatch.ts';
import { toolQuestion } from '../../calls/tool-meant.ts';
import type { ListedTool } from '../../mcp/listing.ts';
import { maxBodyBytes, readText } from '../../runtime/read-body.ts';
import { callerOf, type Variables } from '../context.ts';

/**
 * `GET /tools` lists as MCP does. `POST /tools/<name>` is the tool's own app, which hands its calls to the dispatcher: it
 * answers the bare result, or the error body with its status.
 */
export function restRoutes(
  catalog: Catalog,
  listed: (reach: Reach) => readonly ListedTool[],
  dispatcher: Dispatcher,
): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  // As MCP lists them, without the fields that only MCP clients use.
  app.get('/', (c) => c.json({ tools: listed(c.get('identity').reach).map(({ _meta, ...tool }) => tool) }));
  // No `/:name` beside the names themselves: Hono would fall back to a slower router for every path.
  app.post('/*', (c, next) => {
    const [, , name, ...deeper] = c.req.path.split('/');
    if (name && deeper.length === 0 && !catalog.find(name))
      throw new ToolError('not_found', `There is no tool named ${name}.`, {
        received: name,
        suggestion: `${toolQuestion(name, catalog)}GET /tools lists them.`,
      });
    const mounted: Mounted = {
      dispatch: async (tool) =>
        resultOf(await dispatcher.call(tool, await inputOf(tool, c, dispatcher), callerOf(c))),
    };
    c.env = Object.assign({}, c.env, mounted);
    return next();
  });
  for (const tool of catalog.tools)
    for (const name of [tool.name, ...(tool.aliases ?? [])]) app.route(`/${name}`, tool.app);
  return app;
}

/**
 * Reads the input of a tool call; unreadable input is recorded as a failed call.
 *
 * @throws ToolError like {@link readInput}.
 */
export const inputOf = (
  tool: Tool,
  c: Context<{ Variables: Variables }>,
  dispatcher: Dispatcher,
): Promise<unknown> => keepingUnread(tool, c, dispatcher, () => readInput(c));

/**
 * Returns what `read` yields as the input of a call of this tool; if that fails, it is recorded as a failed call.
 *
 * @throws what `read` throws.
 */
export async function keepingUnread(
  tool: Tool,
  c: Context<{ Variables: Variables }>,
  dispatcher: Dispatcher,
  read: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ToolError) await dispatcher.unread(tool, error, callerOf(c));
    throw error;
  }
}

/**
 * Reads the input of a call from the request body.
 *
 * @throws ToolError if it is too large, not UTF-8 or not JSON.
 */
export async function readInput(c: Context): Promise<unknown> {
  wantJson(c.req.header('content-type'));
  const body = await readText(c.req.raw);
  if ('problem' in body) throw unreadable(body.problem);
  return parseInput(body.text);
}

const unreadable = (problem: 'too large' | 'not UTF-8'): ToolError =>
  problem === 'too large'
    ? new ToolError('too_large', 'A request may have at most 16 MB; send it in parts.', {
        limit: maxBodyBytes,
      })
    : new ToolError('invalid_input', 'The body is not UTF-8.', {
        problem: 'the body is not UTF-8',
        suggestion: 'Encode it as UTF-8.',
      });

/** A web page may send forms and plain text without permission, but not JSON. */
function wantJson(type: string | undefined): void {
  if (type === undefined || /^application\/([\w.+-]+\+)?json\b/i.test(type)) return;
  throw new ToolError('invalid_input', `The content type ${type} is not JSON.`, {
    field: 'Content-Type',
    received: type,
    suggestion: 'Send the input as JSON with Content-Type: application/json.',
  });
}
