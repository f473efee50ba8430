import { Hono } from 'hono';
import type { Database } from '../../db/connect.ts';
import { ToolError } from '../../handlers/errors.ts';
import { parseInput } from '../../handlers/json.ts';
import { type Body, readText } from '../body.ts';
import type { Variables } from '../caller.ts';
import { wantReach } from '../guards/keys.ts';
import { activeContext } from './context.ts';
import { textField } from './record.ts';
import type { SpoolWriter } from './spool/writer.ts';

const maxEventBytes = 64_000_000;

/**
 * `POST /hooks/claude-code` takes an event and answers when it is on disk, whatever the database does.
 * `GET /hooks/claude-code/context` tells the active startup context.
 */
export function hookRoutes(
  db: Database,
  spool: SpoolWriter,
  clock: () => Date,
): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  app.post('/claude-code', async (c) => {
    if (c.get('identity').scope === 'read')
      throw new ToolError('forbidden', 'Capturing needs a key with the scope write.');
    wantReach(c.get('identity'), 'conversations', 'capture');
    const event = parseInput(textOf(await readText(c.req.raw, maxEventBytes)));
    if (textField(event, 'session_id') === undefined || textField(event, 'hook_event_name') === undefined)
      throw new ToolError('invalid_input', 'This is no hook event of Claude Code.', {
        problem: 'session_id and hook_event_name are required',
      });
    const at = c.req.query('at');
    const time = at !== undefined && !Number.isNaN(Date.parse(at)) ? at : clock().toISOString();
    const kept = await spool.append({ kind: 'hook', at: time, event });
    if (!kept) throw new ToolError('unavailable', 'The spool is full; the transcript will have to do.');
    return c.json({});
  });
  app.get('/claude-code/context', async (c) => {
    wantReach(c.get('identity'), 'contexts', 'read the startup context');
    return c.json({ context: (await activeContext(db)) ?? null });
  });
  return app;
}

function textOf(body: Body): string {
  if ('text' in body) return body.text;
  if (body.problem === 'too large')
    throw new ToolError('too_large', 'A hook event may have at most 64 MB.', { limit: maxEventBytes });
  throw new ToolError('invalid_input', 'The event is not UTF-8.', { problem: body.problem });
}
