import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { ToolError } from '../../handlers/errors.ts';
import type { ApiKey, Scope } from '../env.ts';

/** The key a request came with. */
export type Identity = { keyId: string | undefined; scope: Scope };

/** Paths that answer without a key: whether the server lives, and webhooks, whose bodies are signed. */
const open = new Set(['/healthz', '/readyz', '/hooks/github']);

/**
 * Where keys are in use, wants one as `Authorization: Bearer <secret>` on every path but the open ones. Sets
 * `identity`; without keys everybody may do everything, and only a loopback address is served.
 */
export function keyGuard(keys: readonly ApiKey[]): MiddlewareHandler<{ Variables: { identity: Identity } }> {
  const hashed = keys.map((key) => ({ key, hash: sha256(key.secret) }));
  return (c, next) => {
    if (hashed.length === 0) c.set('identity', { keyId: undefined, scope: 'admin' });
    else if (!open.has(c.req.path)) {
      const secret = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
      const given = secret === undefined ? undefined : sha256(secret);
      // Every key is compared, in constant time: how long it takes says nothing.
      const matches = given ? hashed.filter(({ hash }) => timingSafeEqual(hash, given)) : [];
      const [match] = matches;
      if (!match) {
        c.header('WWW-Authenticate', 'Bearer');
        throw new ToolError('unauthorized', 'This server wants an API key.', {
          problem: secret === undefined ? 'no Authorization header' : 'unknown key',
          suggestion: 'Send Authorization: Bearer <secret> with a secret of DEWEY_API_KEYS.',
        });
      }
      c.set('identity', { keyId: match.key.name, scope: match.key.scope });
    }
    return next();
  };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
