import type { ErrorHandler } from 'hono';
import type { Log } from '../../handlers/tool/deps.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { toToolError } from '../../handlers/tool/to-tool-error.ts';
import type { Audit } from '../audit/audit.ts';
import { isRecorded } from '../calls/record-call.ts';
import type { Variables } from './context.ts';

/** Errors of guards that are audited here; wrong keys are audited where they are checked. */
const refusedByGuards: ReadonlySet<string> = new Set(['forbidden', 'rate_limited']);

/** Answers whatever a route throws with the body and status of its error, and audits refusals that called no tool. */
export function answerErrors(
  log: Log,
  audit: Audit | undefined,
  clock: () => Date,
): ErrorHandler<{ Variables: Variables }> {
  return (thrown, c) => {
    const requestId = c.get('requestId');
    const { error, unexpected } = toToolError(thrown, requestId);
    if (unexpected) log.error({ err: thrown, requestId }, 'request failed');
    if (refusedByGuards.has(error.kind) && !isRecorded(error))
      audit?.record({
        at: clock(),
        tool: `${c.req.method} ${c.req.path}`,
        outcome: error.kind,
        durationMs: 0,
        requestId,
        client: c.req.header('user-agent'),
        keyId: c.get('identity')?.keyId,
        args: {},
      });
    const { retry_after: seconds } = error.details;
    if (seconds !== undefined) c.header('Retry-After', String(seconds));
    return c.json(error.body, error.status);
  };
}

/** @throws ToolError `not_found` for a path that no route has. */
export function refuseUnknown(path: string): never {
  throw new ToolError('not_found', `There is nothing at ${path}.`, {
    suggestion: 'MCP is at /mcp, REST at /tools, its description at /openapi.json.',
  });
}
