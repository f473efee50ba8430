import { Hono } from 'hono';
import { forgetDecision } from '../../../handlers/decisions/forget-decision.ts';
import { dismissWarning } from '../../../handlers/decisions/list-rules.ts';
import { settleOutcome } from '../../../handlers/decisions/settle-proposal.ts';
import { isObject } from '../../../handlers/shared/domain/is-object.ts';
import type { Dispatcher } from '../../calls/dispatch.ts';
import { callerOf, type Variables } from '../context.ts';
import { inputOf } from './rest.ts';

/**
 * `DELETE /decisions/<id>` hides a decision, `?purge=true` removes it permanently, `?undo=true` restores it.
 * `POST /decisions/<id>/proposal` confirms or rejects the outcome proposed for it, `POST /decisions/<id>/dismissals` dismisses a
 * warning that it was shown.
 */
export function decisionRoutes(dispatcher: Dispatcher): Hono<{ Variables: Variables }> {
  const people = { proposal: settleOutcome, dismissals: dismissWarning };
  const app = new Hono<{ Variables: Variables }>();
  for (const [path, tool] of Object.entries(people))
    app.post(`/:id/${path}`, async (c) => {
      const given = await inputOf(tool, c, dispatcher);
      const input = { ...(isObject(given) ? given : {}), decision_id: c.req.param('id') };
      const reply = await dispatcher.call(tool, input, callerOf(c));
      return reply.ok ? c.json(reply.value ?? null) : c.json(reply.error.body, reply.error.status);
    });
  return app.delete('/:id', async (c) => {
    const input = {
      decision_id: c.req.param('id'),
      purge: c.req.query('purge') === 'true',
      undo: c.req.query('undo') === 'true',
    };
    const reply = await dispatcher.call(forgetDecision, input, callerOf(c));
    return reply.ok ? c.json(reply.value ?? null) : c.json(reply.error.body, reply.error.status);
  });
}
