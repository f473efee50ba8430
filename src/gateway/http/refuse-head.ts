import type { MiddlewareHandler } from 'hono';
import { ToolError } from '../../handlers/tool/errors.ts';

/**
 * Refuses HEAD where an answer is a stream or dear to make: Hono answers it by the whole of GET, of which it throws the
 * body away without telling whoever writes it.
 *
 * @param paths with the methods they have.
 */
export const refuseHead =
  (paths: ReadonlyMap<string, string>): MiddlewareHandler =>
  async (c, next) => {
    const allow = c.req.method === 'HEAD' ? paths.get(c.req.path) : undefined;
    if (allow === undefined) return next();
    const error = new ToolError('invalid_input', `HEAD is not served here; there is ${allow}.`);
    return c.json(error.body, 405, { Allow: allow });
  };
