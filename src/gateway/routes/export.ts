import { PassThrough, Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { writeLines } from '../../db/backup/lines.ts';
import type { Database } from '../../db/connect.ts';
import { type ExportFilter, exportedLines } from '../../db/export.ts';
import { toProject } from '../../handlers/confine.ts';
import type { Log } from '../../handlers/deps.ts';
import * as p from '../../handlers/params.ts';
import { tool } from '../../handlers/tool.ts';
import { version } from '../../version.ts';
import { callerOf, type Variables } from '../caller.ts';
import type { Door } from '../door.ts';
import type { Clients } from '../guards/clients.ts';
import { wantUnlimited } from '../guards/keys.ts';
import { endingWith } from '../guards/streams.ts';
import { readInput } from './rest.ts';

const filter = z.strictObject({
  ids: z.array(z.uuid()).max(100_000).optional().describe('These conversations'),
  session_id: p.sessionId.optional().describe('Those of this session'),
  project: p.project.optional().describe('Those of this project'),
});

/** Whether a caller may have these conversations: asked like a call, so that rights, limits and audit are those of one. */
const exportConversations = tool({
  name: 'export_conversations',
  title: 'Export conversations',
  description: 'Read whole conversations, all that match.',
  effect: 'read',
  toolset: 'conversations',
  confine: toProject,
  input: filter,
  output: filter,
  run: (input) => Promise.resolve(input),
});

/** The same for everything there is. */
const exportLake = tool({
  name: 'export_lake',
  title: 'Export everything',
  description: 'Read everything that is stored, as lines of JSON.',
  effect: 'delete', // whoever may read everything may as well do everything
  input: z.strictObject({}),
  output: z.object({ format: z.literal('dewey_export').describe('What follows') }),
  run: () => Promise.resolve({ format: 'dewey_export' as const }),
});

/**
 * `POST /export/conversations` streams the conversations that match, with a key to read; `GET /export/lake` everything,
 * with an admin key without limits. The last line of each says that it is whole.
 */
export function exportRoutes(
  db: Database,
  door: Door,
  clients: Clients,
  log: Log,
): Hono<{ Variables: Variables }> {
  const answer = (c: Context<{ Variables: Variables }>, lines: Readable) => {
    lines.once('error', (err) => log.warn({ err }, 'an export was not sent whole'));
    const { identity, counted } = c.var;
    const response = c.body(Readable.toWeb(lines) as ReadableStream, 200, {
      'Content-Type': 'application/jsonl; charset=utf-8',
    });
    return endingWith(identity, response, counted === undefined ? undefined : clients.connect(counted));
  };
  return new Hono<{ Variables: Variables }>()
    .post('/conversations', async (c) => {
      const reply = await door.call(exportConversations, await readInput(c), callerOf(c));
      if (!reply.ok) throw reply.error;
      const lines = exportedLines(db.sql, reply.value as ExportFilter); // its own tool's output
      return answer(c, Readable.from(lines, { objectMode: false }));
    })
    .get('/lake', async (c) => {
      wantUnlimited(c.get('identity'), 'export everything');
      const reply = await door.call(exportLake, {}, callerOf(c));
      if (!reply.ok) throw reply.error;
      const out = new PassThrough();
      writeLines(db.url, out, version, c.req.raw.signal).then(
        () => out.end(),
        (err: unknown) => out.destroy(err instanceof Error ? err : new Error('the export broke off')),
      );
      return answer(c, out);
    });
}
