import { Hono } from 'hono';
import type { Database } from '../../../db/postgres/connect.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { type GuardAnswer, guardCall, holdingPresets } from '../../../handlers/workflow/guard-call.ts';
import type { KnownGuards } from '../../capture/hooks/guards.ts';
import type { CaptureService } from '../../capture/service.ts';
import type { Variables } from '../context.ts';
import { wantReach } from '../require-key.ts';
import { readHookEvent } from './hook-event.ts';

export type GateParts = {
  db: Database;
  capture: Pick<CaptureService, 'settle'>;
  clock: () => Date;
  /** Name of the preset that holds for every captured session. */
  gates: string | undefined;
};

/** How long the events before a guarded call may take to be stored. */
const settleMs = 1000;

/**
 * `POST /hooks/claude-code/gate` answers whether a call that Claude Code is about to make may be made: `{decision,
 * reason}`, or `{}` where the client's own permissions decide. `GET /hooks/claude-code/guards?session=` lists the guarded
 * calls of a session, so that its hooks ask about no others.
 */
export function gateRoutes(parts: GateParts): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  app.post('/gate', async (c) => {
    const identity = c.get('identity');
    if (identity.scope === 'read')
      throw new ToolError('forbidden', 'Asking about guarded calls needs a key with the scope write.');
    wantReach(identity, 'conversations', 'ask about guarded calls');
    const event = await readHookEvent(c.req.raw, identity);
    return c.json((await answerTo(event, c.req.queries('workflow') ?? [], parts)) ?? {});
  });
  app.get('/guards', async (c) => {
    wantReach(c.get('identity'), 'conversations', 'read the guarded calls');
    const sessionId = c.req.query('session');
    if (!sessionId || sessionId.length > 500)
      throw new ToolError('invalid_input', 'Pass the session of the client as ?session=.', {
        field: 'session',
        problem: 'is required and may have at most 500 characters',
      });
    await parts.capture.settle(settleMs);
    return c.json({ guards: await guardsOf(sessionId, c.req.queries('workflow') ?? [], parts) });
  });
  return app;
}

/** The answer to a PreToolUse event; undefined for any other one. */
async function answerTo(
  event: Readonly<Record<string, unknown>>,
  workflow: readonly string[],
  { db, capture, clock, gates }: GateParts,
): Promise<GuardAnswer> {
  const { hook_event_name, session_id, tool_name, tool_input } = event;
  if (hook_event_name !== 'PreToolUse' || typeof session_id !== 'string' || typeof tool_name !== 'string')
    return undefined;
  // What the agent did just before counts, and may still be on its way from the spool.
  await capture.settle(settleMs);
  const asked = { sessionId: session_id, workflow, tool: tool_name, input: tool_input };
  return guardCall(asked, { db, clock, everywhere: gates });
}

async function guardsOf(
  sessionId: string,
  workflow: readonly string[],
  { db, clock, gates }: GateParts,
): Promise<KnownGuards> {
  const { holding } = await holdingPresets({ sessionId, workflow }, { db, clock, everywhere: gates });
  return holding.flatMap(({ preset, until }) =>
    preset.guards
      ? [
          {
            preset: preset.name,
            calls: preset.guards.flatMap(({ calls }) => calls),
            when_unavailable: preset.when_unavailable ?? 'allow',
            ...(until === undefined ? {} : { until }),
          },
        ]
      : [],
  );
}
