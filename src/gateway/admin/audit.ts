import * as z from 'zod';
import { auditedCalls } from '../../db/admin/audit.ts';
import { verifyAudit } from '../../db/admin/audit-chain.ts';
import * as p from '../../handlers/shared/params.ts';
import { type Tool, tool } from '../../handlers/tool/tool.ts';

const word = z.string().min(1).max(200);

const call = z.object({
  id: z.int().describe('Row id'),
  at: z.string().describe('When it ended'),
  tool: z.string().describe('The tool'),
  outcome: z.string().describe('ok, or the error kind'),
  duration_ms: z.number().describe('Duration in milliseconds'),
  request_id: z.string().describe('The request id, as in the log'),
  client: z.string().nullable().describe('The name reported by the client'),
  key: z.string().nullable().describe('The name of the API key'),
  args_bytes: z.int().describe('Size of the arguments in bytes'),
  args_hash: z.string().describe('SHA-256 of the arguments as JSON'),
});

/** Used by `dewey audit`; not in the catalog. */
export const listAudit = tool({
  name: 'audit_list',
  title: 'Read the audit log',
  description: 'The latest calls, oldest first: who called what, when, how long it took, and its outcome.',
  effect: 'read',
  input: z.strictObject({
    tool: word.optional().describe('Only calls of this tool'),
    key: word.optional().describe('Only calls with this key'),
    outcome: word
      .optional()
      .describe('Only calls with this outcome: ok, an error kind, or failed for any error'),
    request_id: word.optional().describe('Only calls of this request'),
    since: p.timestamp.optional().describe('Only calls at or after this time'),
    until: p.timestamp.optional().describe('Only calls before this time'),
    after_id: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('Only rows after this one, to continue from an earlier result'),
    without_pages: z
      .boolean()
      .default(false)
      .describe('Leave out what pages of the viewer read to be shown to you'),
    limit: z.int().min(1).max(10_000).default(100).describe('Maximum number of calls to return'),
  }),
  output: z.object({ calls: z.array(call).describe('The calls') }),
  async run(input, { db, call: own }) {
    const calls = await auditedCalls(db.sql, {
      tool: input.tool,
      keyId: input.key,
      outcome: input.outcome,
      requestId: input.request_id,
      since: input.since,
      until: input.until,
      afterId: input.after_id,
      withoutPagesOf: input.without_pages ? (own?.keyId ?? null) : undefined,
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

/** Used by `dewey audit --verify`; not in the catalog. */
export const verifyAuditLog = tool({
  name: 'audit_verify',
  title: 'Verify the audit log',
  description: 'Recompute the hash of every row and find the first that was changed, moved or removed.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    whole: z.boolean().describe('Whether every row is unchanged'),
    rows: z.int().describe('Number of verified rows'),
    unchained: z.int().describe('Rows from before the hash chain, which cannot be verified'),
    trimmed_to: z.int().describe('The last row removed because of its age; 0 when none was'),
    head: z
      .object({ id: z.int().describe('The last row'), hash: z.string().describe('Its hash') })
      .describe('The end of the chain; a copy kept elsewhere reveals later changes to rows up to it'),
    broken: z
      .object({
        id: z.int().describe('The first faulty row'),
        problem: z
          .enum(['changed', 'missing before', 'out of order', 'missing after'])
          .describe('What is wrong with it'),
      })
      .optional()
      .describe('Present when the log is not intact'),
  }),
  async run(_, { db }) {
    const { trimmedTo, ...found } = await verifyAudit(db.sql);
    return { whole: found.broken === undefined, trimmed_to: trimmedTo, ...found };
  },
});

/** True for a call that continues an earlier read of the audit log. */
export const isFollowing = (tool: Tool, input: unknown): boolean =>
  tool.name === listAudit.name && typeof input === 'object' && input !== null && 'after_id' in input;
