import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ToolError } from '../../handlers/tool/errors.ts';
import type { Clients } from '../limits/clients.ts';
import { addressOf, clientIdOf, setResponseHeader, type Variables } from './context.ts';

/** Counts requests; warnings about a limit that is nearly used up appear in headers and in tool results. */
export function limitGuard(
  clients: Clients,
  isSession: (id: string) => boolean,
): MiddlewareHandler<{ Variables: Variables }> {
  return async (c, next) => {
    c.set('clientId', clientIdOf(c, isSession));
    // Webhooks carry no key.
    const keyId = (c.get('identity') as Variables['identity'] | undefined)?.keyId;
    const client = clients.of({ keyId, clientId: c.get('clientId'), address: addressOf(c.env) });
    // Health checks are polled by whatever monitors the server.
    if (client === undefined || c.req.path === '/healthz' || c.req.path === '/readyz') return next();
    c.set('rateLimitKey', client);
    const allowance = await clients.request(client);
    if (allowance.left) {
      const { limit, remaining, reset } = allowance.left;
      setResponseHeader(c, 'RateLimit-Limit', String(limit));
      setResponseHeader(c, 'RateLimit-Remaining', String(remaining));
      setResponseHeader(c, 'RateLimit-Reset', String(reset));
    }
    if (!allowance.ok) throw allowance.error;
    if (allowance.warning !== undefined) c.set('warning', allowance.warning);
    return next();
  };
}

/** Limits request bodies to less than the built-in maximum. */
export const smallBody = (maxSize: number): MiddlewareHandler =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new ToolError(
        'too_large',
        `A request may have at most ${maxSize.toLocaleString('en')} bytes here.`,
        {
          limit: maxSize,
          suggestion: 'Send it in parts; DEWEY_LIMITS sets the limit.',
        },
      );
    },
  });
