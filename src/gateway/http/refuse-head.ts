import type { MiddlewareHandler } from 'hono';
import { ToolError } from '../../handlers/tool/errors.ts';

/**
 * Refuses HEAD for answers that are streams or expensive to produce: Hono answers HEAD by running GET in full and
 * discarding the body without notifying its writer.
 *
 * @param paths each with its methods.
 */
export const refuseHead =
  (paths: ReadonlyMap<string, string>): MiddlewareHandler =>
  async (c, next) => {
    const allow = c.req.method === 'HEAD' ? paths.get(c.req.path) : undefined;
    if (allow === undefined) return next();
    const error = new ToolError('invalid_input', `HEAD is not supported here; use ${allow}.`);
    return c.json(error.body, 405, { Allow: allow });
  };
