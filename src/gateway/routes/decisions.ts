import { type Context, Hono } from 'hono';
import { forgetDecision } from '../../handlers/decisions/forget-decision.ts';
import { importAntipatterns } from '../../handlers/decisions/import-antipatterns.ts';
import { learnDecisions } from '../../handlers/decisions/learn-decisions.ts';
import type { Tool } from '../../handlers/tool.ts';
import { callerOf, type Variables } from '../caller.ts';
import type { Door } from '../door.ts';
import { readInput } from './rest.ts';

/**
 * What people do to decisions and agents do not: `DELETE /decisions/<id>` hides one, `?purge=true` removes it for good,
 * `?undo=true` brings it back; `POST /decisions/learn` derives skills and antipatterns anew; `POST
 * /decisions/antipatterns` adds some of one's own.
 */
export function decisionRoutes(door: Door): Hono<{ Variables: Variables }> {
  const answer = async (c: Context<{ Variables: Variables }>, tool: Tool, input: unknown) => {
    const reply = await door.call(tool, input, callerOf(c));
    return reply.ok ? c.json(reply.value ?? null) : c.json(reply.error.body, reply.error.status);
  };
  return new Hono<{ Variables: Variables }>()
    .delete('/:id', (c) =>
      answer(c, forgetDecision, {
        decision_id: c.req.param('id'),
        purge: c.req.query('purge') === 'true',
        undo: c.req.query('undo') === 'true',
      }),
    )
    .post('/learn', async (c) => answer(c, learnDecisions, await readInput(c)))
    .post('/antipatterns', async (c) => answer(c, importAntipatterns, await readInput(c)));
}
