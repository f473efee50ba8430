import type { Writable } from 'node:stream';
import { Hono } from 'hono';
import * as z from 'zod';
import type { BackupKey } from '../../db/backup/signature.ts';
import { writeBackup } from '../../db/backup/write.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { tool } from '../../handlers/tool/tool.ts';
import { version } from '../../version.ts';
import type { Dispatcher } from '../calls/dispatch.ts';
import { callerOf, type Variables } from '../http/context.ts';
import type { SendDownload } from '../http/downloads.ts';
import { wantUnlimited } from '../http/require-key.ts';

/** Permission to download the whole lake, as a tool, so that rights, limits and audit apply as to any call. */
const takeBackup = tool({
  name: 'take_backup',
  title: 'Take a backup',
  description: 'Read the whole lake as one file.',
  effect: 'delete', // reading everything needs the same rights as changing everything
  input: z.strictObject({}),
  output: z.object({ format: z.literal('dewey_backup').describe('The format of the response') }),
  run: () => Promise.resolve({ format: 'dewey_backup' as const }),
});

const headers = {
  'Content-Type': 'application/gzip',
  'Content-Disposition': 'attachment; filename="dewey.backup.gz"',
};

/** `GET /backup` streams a backup to an admin; a response that is cut off is not a valid backup. */
export function backupRoutes(
  url: string,
  dispatcher: Dispatcher,
  send: SendDownload,
  log: Log,
  key?: () => Promise<BackupKey>,
): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().get('/', async (c) => {
    wantUnlimited(c.get('identity'), 'take everything');
    const allowed = await dispatcher.call(takeBackup, {}, callerOf(c));
    if (!allowed.ok) return c.json(allowed.error.body, allowed.error.status);
    const signer = await key?.();
    const write = async (out: Writable, signal: AbortSignal) => {
      const { rows, bytes } = await writeBackup(url, out, { version, signal, key: signer });
      log.info({ rows, bytes }, 'backup sent');
    };
    return send(c, { name: takeBackup.name, headers, write });
  });
}
