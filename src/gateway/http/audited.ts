import type { MiddlewareHandler } from 'hono';
import { ToolError } from '../../handlers/tool/errors.ts';
import type { Audit } from '../audit/audit.ts';
import { callerOf, type Variables } from './context.ts';

/** Records requests in the audit log that arrive on a route of their own and call no tool. */
export const audited =
  (name: string, audit: Audit, clock: () => Date): MiddlewareHandler<{ Variables: Variables }> =>
  async (c, next) => {
    const begun = performance.now();
    await next();
    if (c.req.method !== 'POST') return;
    const { requestId, client, keyId } = callerOf(c);
    audit.record({
      at: clock(),
      tool: name,
      outcome: c.error === undefined ? 'ok' : c.error instanceof ToolError ? c.error.kind : 'internal',
      durationMs: performance.now() - begun,
      requestId,
      client,
      keyId,
      // The body may be as long as a conversation; its content is in the spool.
      args: { bytes: Number(c.req.header('content-length') ?? 0) },
    });
  };
