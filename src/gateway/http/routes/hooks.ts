import { Hono } from 'hono';
import type { Database } from '../../../db/postgres/connect.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { parseInput } from '../../../handlers/tool/parse-json.ts';
import { activeContext } from '../../capture/hooks/startup-context.ts';
import { type HookProblem, hookProblem } from '../../capture/hooks/validate-event.ts';
import type { SpoolWriter } from '../../capture/spool/writer.ts';
import { codeOf } from '../../runtime/file-errors.ts';
import { type Body, readText } from '../../runtime/read-body.ts';
import type { Variables } from '../context.ts';
import { wantCurrent, wantReach } from '../require-key.ts';

const maxEventBytes = 64_000_000;
const maxEventShape = { parts: 1_000_000, members: 400_000 };

/**
 * `POST /hooks/claude-code` accepts an event and answers once it is on disk, whatever the state of the database. `GET
 * /hooks/claude-code/context` returns the active startup context; `?seen=` is the `mark` of the previous answer.
 */
export function hookRoutes(
  db: Database,
  spool: SpoolWriter,
  clock: () => Date,
): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  app.post('/claude-code', async (c) => {
    const identity = c.get('identity');
    if (identity.scope === 'read')
      throw new ToolError('forbidden', 'Capturing needs a key with the scope write.');
    wantReach(identity, 'conversations', 'capture');
    const text = textOf(await readText(c.req.raw, maxEventBytes));
    wantCurrent(identity); // the body may have arrived slowly
    const event = parseInput(text, maxEventShape);
    const found = hookProblem(event);
    if (found) throw notAnEvent(found);
    const at = c.req.query('at');
    const time = at !== undefined && isTime(at) ? at : clock().toISOString();
    const kept = await spool.append({ kind: 'hook', at: time, event }).catch(notWritten);
    if (!kept) throw new ToolError('unavailable', 'The spool is full; the transcript will be used instead.');
    return c.json({});
  });
  app.get('/claude-code/context', async (c) => {
    const identity = c.get('identity');
    wantReach(identity, 'contexts', 'read the startup context');
    const session = identity.keyId === undefined ? undefined : { seen: c.req.query('seen') };
    const found = await activeContext(db, session);
    wantCurrent(identity); // the database may have taken a while
    return c.json({ context: found?.text ?? null, mark: found?.mark ?? null });
  });
  return app;
}

const isTime = (at: string): boolean => /^\d{4}-\d\d-\d\dT/.test(at) && !Number.isNaN(Date.parse(at));

const notAnEvent = ({ field, problem }: HookProblem): ToolError =>
  new ToolError('invalid_input', `This is not a hook event of Claude Code: ${field} ${problem}.`, {
    field,
    problem,
    suggestion: 'Post the event as Claude Code passes it to its hooks.',
  });

/** Errors of the spool's disk, which are not the event's fault. */
const ofTheDisk = new Set<unknown>([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EACCES',
  'ENOENT',
]);

function notWritten(error: unknown): never {
  if (!ofTheDisk.has(codeOf(error))) throw error;
  throw new ToolError('unavailable', 'The spool on disk cannot be written; the event was not kept.', {
    reason: 'spool',
    retry_after: retryAfterSeconds,
    suggestion:
      'Free space on the disk of the data directory, or let the server write there: see "dewey doctor".',
  });
}

const retryAfterSeconds = 5;

function textOf(body: Body): string {
  if ('text' in body) return body.text;
  if (body.problem === 'too large')
    throw new ToolError('too_large', 'A hook event may have at most 64 MB.', { limit: maxEventBytes });
  throw new ToolError('invalid_input', 'The event is not UTF-8.', { problem: body.problem });
}
