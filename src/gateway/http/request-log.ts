import type { MiddlewareHandler } from 'hono';
import type { Log } from '../../handlers/tool/deps.ts';
import { setResponseHeader, type Variables } from './context.ts';

/**
 * Gives every request an id, returned as `X-Request-Id`, and logs it with its status and duration. Query, body and
 * headers are not logged: they may contain private text.
 */
export function requestLog(
  log: Log,
  newId: () => string,
  answered?: (status: number) => void,
): MiddlewareHandler<{ Variables: Variables }> {
  return async (c, next) => {
    const begun = performance.now();
    const requestId = newId();
    c.set('requestId', requestId);
    c.set('responseHeaders', []);
    // Set before the response is created: adding a header later would create it anew.
    setResponseHeader(c, 'X-Request-Id', requestId);
    await next();
    answered?.(c.res.status);
    // Health checks come every few seconds and would only be noise.
    if (c.req.path === '/healthz' || c.req.path === '/readyz') return;
    const ms = Math.round((performance.now() - begun) * 100) / 100;
    // A page has given it another.
    log.info(
      { requestId: c.get('requestId'), method: c.req.method, path: c.req.path, status: c.res.status, ms },
      'request',
    );
  };
}
