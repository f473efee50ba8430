import * as z from 'zod';
import { auditedCalls } from '../../db/audit.ts';
import * as p from '../../handlers/params.ts';
import { tool } from '../../handlers/tool.ts';

const word = z.string().min(1).max(200);

const call = z.object({
  id: z.int().describe('Its row'),
  at: z.string().describe('When it ended'),
  tool: z.string().describe('The tool'),
  outcome: z.string().describe('ok, or the kind of the error'),
  duration_ms: z.number().describe('How long it took'),
  request_id: z.string().describe('The id of its request, as in the log'),
  client: z.string().nullable().describe('What the client calls itself'),
  key: z.string().nullable().describe('The name of its API key'),
  args_bytes: z.int().describe('How long its arguments were'),
  args_hash: z.string().describe('SHA-256 of its arguments as JSON'),
});

/** For people, by `dewey audit`; not in the catalog. */
export const listAudit = tool({
  name: 'audit_list',
  title: 'Read the audit log',
  description:
    'The latest calls, the oldest of them first: who called what, when, how long it took, what came of it.',
  effect: 'read',
  input: z.strictObject({
    tool: word.optional().describe('Only calls of this tool'),
    key: word.optional().describe('Only calls with this key'),
    outcome: word.optional().describe('Only ok, one kind of error, or failed for any'),
    request_id: word.optional().describe('Only calls of this request'),
    since: p.timestamp.optional().describe('Only calls at or after this time'),
    until: p.timestamp.optional().describe('Only calls before this time'),
    after_id: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('The rows after this one, to go on from there'),
    limit: z.int().min(1).max(10_000).default(100).describe('Most calls to return'),
  }),
  output: z.object({ calls: z.array(call).describe('The calls') }),
  async run(input, { db }) {
    const calls = await auditedCalls(db.sql, {
      tool: input.tool,
      keyId: input.key,
      outcome: input.outcome,
      requestId: input.request_id,
      since: input.since,
      until: input.until,
      afterId: input.after_id,
      limit: input.limit,
    });
    return {
      calls: calls.map((one) => ({
        id: one.id,
        at: one.at,
        tool: one.tool,
        outcome: one.outcome,
        duration_ms: Math.round(one.durationMs * 100) / 100,
        request_id: one.requestId,
        client: one.client,
        key: one.keyId,
        args_bytes: one.argsBytes,
        args_hash: one.argsHash,
      })),
    };
  },
});
