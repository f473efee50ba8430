import { Hono } from 'hono';
import { browseConversations, browseIds, browseProjects } from '../../../handlers/browse/conversations.ts';
import { browseDecisions } from '../../../handlers/browse/decisions.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import type { Dispatcher } from '../../calls/dispatch.ts';
import { callerOf, type Variables } from '../context.ts';
import { inputOf } from './rest.ts';

/** What commands list for people. */
export const browseTools = [browseConversations, browseProjects, browseIds, browseDecisions];

const tools = new Map(browseTools.map((tool) => [tool.name, tool]));

/** `POST /browse/<name>`: what commands list for people. A key with read scope suffices. */
export function browseRoutes(dispatcher: Dispatcher): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post('/:name', async (c) => {
    const name = c.req.param('name');
    const tool = tools.get(name);
    if (!tool)
      throw new ToolError('not_found', `There is no listing ${name}.`, {
        received: name,
        suggestion: `The listings are: ${[...tools.keys()].join(', ')}.`,
      });
    const reply = await dispatcher.call(tool, await inputOf(tool, c, dispatcher), callerOf(c));
    return reply.ok ? c.json(reply.value ?? null) : c.json(reply.error.body, reply.error.status);
  });
}
