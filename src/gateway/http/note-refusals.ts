import type { MiddlewareHandler } from 'hono';
import { type ErrorKind, ToolError } from '../../handlers/tool/errors.ts';
import { isRecorded } from '../calls/record-call.ts';
import { addressOf, type Variables } from './context.ts';
import type { Refusals } from './refusals.ts';

const noted: ReadonlySet<ErrorKind> = new Set(['unauthorized', 'forbidden', 'rate_limited', 'too_large']);

/** Records requests that guards refuse before any tool is called; calls record themselves. */
export const noteRefusals =
  (refusals: Refusals): MiddlewareHandler<{ Variables: Variables }> =>
  async (c, next) => {
    await next();
    const { error } = c;
    if (!(error instanceof ToolError) || c.get('called') || isRecorded(error)) return;
    const identity = c.get('identity') as Variables['identity'] | undefined; // absent until the key has been checked
    const { method, path } = c.req;
    const asked = { method, path, requestId: c.get('requestId'), keyId: identity?.keyId };
    noteRefusal(refusals, addressOf(c.env), asked, error);
  };

/** Records a request that was refused with this error, if errors of its kind are recorded. */
export function noteRefusal(
  refusals: Refusals,
  address: string | undefined,
  { method, path, ...asked }: { method: string; path: string; requestId: string; keyId?: string | undefined },
  { kind, message, details }: ToolError,
): void {
  if (!noted.has(kind)) return;
  refusals.note(address ?? 'unknown', {
    ...asked,
    outcome: kind,
    what: `${method} ${path.slice(0, 80)}: ${details.problem ?? message}`,
  });
}
