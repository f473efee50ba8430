import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Hono } from 'hono';
import * as z from 'zod';
import { writeLines } from '../../../db/backup/lines.ts';
import { type ExportFilter, exportedLines } from '../../../db/conversations/export.ts';
import type { Database } from '../../../db/postgres/connect.ts';
import * as p from '../../../handlers/shared/params.ts';
import { projectNamed } from '../../../handlers/shared/project-name.ts';
import { scopeToProject } from '../../../handlers/tool/project-scope.ts';
import { tool } from '../../../handlers/tool/tool.ts';
import { version } from '../../../version.ts';
import type { Dispatcher } from '../../calls/dispatch.ts';
import { callerOf, type Variables } from '../context.ts';
import type { SendDownload } from '../downloads.ts';
import { wantUnlimited } from '../require-key.ts';
import { inputOf } from './rest.ts';

const filter = z.strictObject({
  ids: z.array(z.uuid()).max(100_000).optional().describe('These conversations'),
  session_id: p.sessionId.optional().describe('Only those of this session'),
  project: p.project.optional().describe('Only those of this project'),
  agent: z.string().min(1).max(200).optional().describe('Only those of this program, such as claude-code'),
  since: p.timestamp.optional().describe('Only those begun at this time or later'),
  until: p.timestamp.optional().describe('Only those begun before this time'),
});

/** Authorizes reading these conversations, dispatched like a call so that rights, limits and audit apply. */
export const exportConversations = tool({
  name: 'export_conversations',
  title: 'Export conversations',
  description: 'Read all matching conversations in full.',
  effect: 'read',
  toolset: 'conversations',
  projectScope: scopeToProject,
  input: filter,
  output: filter,
  run: async (input, deps) => ({ ...input, project: await projectNamed(input.project, deps) }),
});

/** The same for the whole lake. */
const exportLake = tool({
  name: 'export_lake',
  title: 'Export everything',
  description: 'Read everything that is stored, as JSON lines.',
  effect: 'delete', // a key that may read everything at once has full access
  input: z.strictObject({}),
  output: z.object({ format: z.literal('dewey_export').describe('What follows') }),
  run: () => Promise.resolve({ format: 'dewey_export' as const }),
});

const headers = { 'Content-Type': 'application/jsonl; charset=utf-8' };

/**
 * `POST /export/conversations` streams the matching conversations, for keys with read scope; `GET /export/lake` streams
 * everything, for admin keys without limits. The last line of each confirms that it is complete.
 */
export function exportRoutes(
  db: Database,
  dispatcher: Dispatcher,
  send: { paged: SendDownload; lake: SendDownload },
): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>()
    .post('/conversations', async (c) => {
      const reply = await dispatcher.call(
        exportConversations,
        await inputOf(exportConversations, c, dispatcher),
        callerOf(c),
      );
      if (!reply.ok) throw reply.error;
      const lines = exportedLines(db.sql, reply.value as ExportFilter); // the output of the tool above
      const write = (out: Writable, signal: AbortSignal) => pipeline(lines, out, { signal });
      return send.paged(c, { name: exportConversations.name, headers, write });
    })
    .get('/lake', async (c) => {
      wantUnlimited(c.get('identity'), 'export everything');
      const reply = await dispatcher.call(exportLake, {}, callerOf(c));
      if (!reply.ok) throw reply.error;
      const write = async (out: Writable, signal: AbortSignal) => {
        await writeLines(db.url, out, version, signal);
        out.end();
      };
      return send.lake(c, { name: exportLake.name, headers, write });
    });
}
