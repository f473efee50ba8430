import * as z from 'zod';
import { auditedCalls } from '../../db/admin/audit.ts';
import { verifyAudit } from '../../db/admin/audit-chain.ts';
import * as p from '../../handlers/shared/params.ts';
import { type Tool, tool } from '../../handlers/tool/tool.ts';

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

/** For people, by `dewey audit --verify`; not in the catalog. */
export const verifyAuditLog = tool({
  name: 'audit_verify',
  title: 'Verify the audit log',
  description: 'Calculate the hash of every row anew and find the first that was changed, moved or removed.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    whole: z.boolean().describe('Whether every row is as it was written'),
    rows: z.int().describe('Rows that were verified'),
    unchained: z.int().describe('Rows from before there was a chain, of which nothing is known'),
    trimmed_to: z.int().describe('The last row that was removed for its age; 0 when none was'),
    head: z
      .object({ id: z.int().describe('The last row'), hash: z.string().describe('Its hash') })
      .describe('The end of the chain: kept elsewhere, it shows later whether rows up to it were changed'),
    broken: z
      .object({
        id: z.int().describe('The first row with which something is wrong'),
        problem: z
          .enum(['changed', 'missing before', 'out of order', 'missing after'])
          .describe('What is wrong with it'),
      })
      .optional()
      .describe('Present when the log is not whole'),
  }),
  async run(_, { db }) {
    const { trimmedTo, ...found } = await verifyAudit(db.sql);
    return { whole: found.broken === undefined, trimmed_to: trimmedTo, ...found };
  },
});

/** True for a look at the audit log that goes on from an earlier one. */
export const isFollowing = (tool: Tool, input: unknown): boolean =>
  tool === listAudit && typeof input === 'object' && input !== null && 'after_id' in input;
