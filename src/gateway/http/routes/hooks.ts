import { Hono } from 'hono';
import type { Database } from '../../../db/postgres/connect.ts';
import { sessionBrief } from '../../../handlers/contexts/brief.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { sessionContext } from '../../capture/hooks/startup-context.ts';
import type { CaptureService } from '../../capture/service.ts';
import { codeOf } from '../../runtime/file-errors.ts';
import type { Variables } from '../context.ts';
import { wantCurrent, wantReach } from '../require-key.ts';
import { gateRoutes } from './gates.ts';
import { readHookEvent } from './hook-event.ts';

/**
 * `POST /hooks/claude-code` accepts an event and answers once it is on disk, whatever the state of the database. `GET
 * /hooks/claude-code/context` returns the startup context of a session in the folder `?cwd=`; `?seen=` is the `mark` of the
 * previous answer. For the
 * routes of gates, see {@link gateRoutes}.
 */
export function hookRoutes(
  db: Database,
  capture: Pick<CaptureService, 'spool' | 'settle'>,
  { clock, gates, briefTokens }: { clock: () => Date; gates: string | undefined; briefTokens: number },
): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  app.post('/claude-code', async (c) => {
    const identity = c.get('identity');
    if (identity.scope === 'read')
      throw new ToolError('forbidden', 'Capturing needs a key with the scope write.');
    wantReach(identity, 'conversations', 'capture');
    const event = await readHookEvent(c.req.raw, identity);
    const at = c.req.query('at');
    const time = at !== undefined && isTime(at) ? at : clock().toISOString();
    const kept = await capture.spool.append({ kind: 'hook', at: time, event }).catch(notWritten);
    if (!kept) throw new ToolError('unavailable', 'The spool is full; the transcript will be used instead.');
    return c.json({});
  });
  app.get('/claude-code/context', async (c) => {
    const identity = c.get('identity');
    wantReach(identity, 'contexts', 'read the startup context');
    const folder = c.req.query('cwd');
    const found = await sessionContext(db, {
      folder,
      brief: await sessionBrief(db, {
        folder,
        session: c.req.query('session'),
        tokens: briefTokens,
        rights: identity,
      }),
      keys: identity.keyId !== undefined,
      seen: c.req.query('seen'),
    });
    wantCurrent(identity); // the database may have taken a while
    return c.json({ context: found?.text ?? null, mark: found?.mark ?? null });
  });
  app.route('/claude-code', gateRoutes({ db, capture, clock, gates }));
  return app;
}

const isTime = (at: string): boolean => /^\d{4}-\d\d-\d\dT/.test(at) && !Number.isNaN(Date.parse(at));

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
