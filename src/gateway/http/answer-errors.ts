import type { ErrorHandler } from 'hono';
import type { Log } from '../../handlers/tool/deps.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { toToolError } from '../../handlers/tool/to-tool-error.ts';
import type { Variables } from './context.ts';

/** Answers whatever a route throws with the body and status of its error. Refusals are audited where they are noted. */
export function answerErrors(log: Log): ErrorHandler<{ Variables: Variables }> {
  return (thrown, c) => {
    const requestId = c.get('requestId');
    const { error, unexpected } = toToolError(thrown, requestId);
    if (unexpected) log.error({ err: thrown, requestId }, 'request failed');
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
