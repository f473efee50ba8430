import { Hono } from 'hono';
import { forgetDecision } from '../../../handlers/decisions/forget-decision.ts';
import type { Dispatcher } from '../../calls/dispatch.ts';
import { callerOf, type Variables } from '../context.ts';

/** `DELETE /decisions/<id>` hides a decision, `?purge=true` removes it permanently, `?undo=true` restores it. */
export function decisionRoutes(dispatcher: Dispatcher): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().delete('/:id', async (c) => {
    const input = {
      decision_id: c.req.param('id'),
      purge: c.req.query('purge') === 'true',
      undo: c.req.query('undo') === 'true',
    };
    const reply = await dispatcher.call(forgetDecision, input, callerOf(c));
    return reply.ok ? c.json(reply.value ?? null) : c.json(reply.error.body, reply.error.status);
  });
}
