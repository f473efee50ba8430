import { Hono } from 'hono';
import { ToolError } from '../../../handlers/tool/errors.ts';
import type { Tool } from '../../../handlers/tool/tool.ts';
import { isFollowing } from '../../admin/audit.ts';
import type { Dispatcher } from '../../calls/dispatch.ts';
import { callerOf, type Variables } from '../context.ts';
import { wantUnlimited } from '../require-key.ts';
import { inputOf } from './rest.ts';

/**
 * `POST /admin/<name>`: commands that administer the server through a gateway. Requires an admin key without limits.
 */
export function adminRoutes(
  tools: ReadonlyMap<string, Tool>,
  dispatcher: Dispatcher,
): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post('/:name', async (c) => {
    const identity = c.get('identity');
    if (identity.scope !== 'admin')
      throw new ToolError('forbidden', `The key ${identity.keyId} may not administer this server.`, {
        problem: 'this needs the scope admin',
        suggestion: 'Use a key with the scope admin.',
      });
    wantUnlimited(identity, 'administer this server');
    const name = c.req.param('name');
    const tool = tools.get(name);
    if (!tool)
      throw new ToolError('not_found', `There is no admin command ${name}.`, {
        received: name,
        suggestion: `The admin commands are: ${[...tools.keys()].join(', ')}.`,
      });
    const input = await inputOf(tool, c, dispatcher);
    const reply = await dispatcher.call(tool, input, { ...callerOf(c), following: isFollowing(tool, input) });
    return reply.ok ? c.json(reply.value ?? null) : c.json(reply.error.body, reply.error.status);
  });
}
