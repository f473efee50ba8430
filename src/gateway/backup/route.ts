import { PassThrough, Readable } from 'node:stream';
import { Hono } from 'hono';
import * as z from 'zod';
import { writeBackup } from '../../db/backup/write.ts';
import type { Log } from '../../handlers/deps.ts';
import { tool } from '../../handlers/tool.ts';
import { version } from '../../version.ts';
import { callerOf, type Variables } from '../caller.ts';
import type { Door } from '../door.ts';
import { wantUnlimited } from '../guards/keys.ts';

/** Whether a caller may have the whole lake: asked like a call, so that rights, limits and audit are those of one. */
const takeBackup = tool({
  name: 'take_backup',
  title: 'Take a backup',
  description: 'Read everything that is stored, as one file.',
  effect: 'delete', // whoever may read everything may as well do everything
  input: z.strictObject({}),
  output: z.object({ format: z.literal('dewey_backup').describe('What follows') }),
  run: () => Promise.resolve({ format: 'dewey_backup' as const }),
});

/** `GET /backup` streams a backup to an admin; an answer that breaks off is not one. */
export function backupRoutes(url: string, door: Door, log: Log): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().get('/', async (c) => {
    wantUnlimited(c.get('identity'), 'take everything');
    const allowed = await door.call(takeBackup, {}, callerOf(c));
    if (!allowed.ok) return c.json(allowed.error.body, allowed.error.status);
    const out = new PassThrough();
    const { signal } = c.req.raw;
    writeBackup(url, out, { version, signal }).then(
      ({ rows, bytes }) => log.info({ rows, bytes }, 'backup sent'),
      (err: unknown) => {
        log.warn({ err }, 'a backup was not sent whole');
        out.destroy(err instanceof Error ? err : new Error('the backup broke off'));
      },
    );
    return c.body(Readable.toWeb(out) as ReadableStream, 200, {
      'Content-Type': 'application/gzip',
      'Content-Disposition': 'attachment; filename="dewey.backup.gz"',
    });
  });
}
