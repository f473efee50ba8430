import type { MiddlewareHandler } from 'hono';
import { ToolError } from '../../handlers/tool/errors.ts';
import { addressOf, type Variables } from './context.ts';
import type { Refusals } from './refusals.ts';

/** Notes what the guards refuse, before any tool is called: calls leave rows of their own. */
export const noteRefusals =
  (refusals: Refusals): MiddlewareHandler<{ Variables: Variables }> =>
  async (c, next) => {
    await next();
    const { error } = c;
    if (!(error instanceof ToolError) || c.get('called')) return;
    const { kind, message, details } = error;
    if (kind !== 'unauthorized' && kind !== 'forbidden' && !c.get('wrongKey')) return;
    const identity = c.get('identity') as Variables['identity'] | undefined; // not there before the key was looked at
    refusals.note(addressOf(c.env) ?? 'unknown', {
      outcome: kind,
      requestId: c.get('requestId'),
      keyId: identity?.keyId,
      what: `${c.req.method} ${c.req.path.slice(0, 80)}: ${details.problem ?? message}`,
    });
  };
