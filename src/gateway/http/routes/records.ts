import { Hono } from 'hono';
import { ToolError } from '../../../handlers/tool/errors.ts';
import type { Dispatcher } from '../../calls/dispatch.ts';
import { recordTools } from '../../records/tools.ts';
import { callerOf, type Variables } from '../context.ts';
import { inputOf } from './rest.ts';

/**
 * `POST /records/<kind>/list`, `/delete` and `/restore`: experiences, presets, reasoning sessions, startup contexts and
 * results. Listing needs a key that reads, the others one with the scope admin, within the limits of the key.
 */
export function recordRoutes(dispatcher: Dispatcher): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post('/:kind/:verb', async (c) => {
    const { kind, verb } = c.req.param();
    const tools = recordTools.get(kind);
    if (!tools)
      throw new ToolError('not_found', `There is no kind of record ${kind.slice(0, 100)}.`, {
        received: kind.slice(0, 100),
        suggestion: `The kinds are: ${[...recordTools.keys()].join(', ')}.`,
      });
    const tool = Object.entries(tools).find(([name]) => name === verb)?.[1];
    if (!tool)
      throw new ToolError('not_found', `Records cannot be asked to ${verb.slice(0, 100)}.`, {
        received: verb.slice(0, 100),
        suggestion: 'Use list, delete or restore.',
      });
    const reply = await dispatcher.call(tool, await inputOf(tool, c, dispatcher), callerOf(c));
    return reply.ok ? c.json(reply.value ?? null) : c.json(reply.error.body, reply.error.status);
  });
}
