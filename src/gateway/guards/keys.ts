import type { Context, MiddlewareHandler } from 'hono';
import { ToolError } from '../../handlers/errors.ts';
import type { Identity } from './identity.ts';
import type { Keyring } from './keyring.ts';

/** Paths that answer without a key: whether the server lives, and webhooks, whose bodies are signed. */
export const openPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/hooks/github']);

/** What comes before the keys of the database are known waits this long for them at most. */
const patienceMs = 1000;

/**
 * What comes here only goes on disk, and its sender waits for the answer. So these paths have one time of patience in
 * all, not one for each request: without a database no event waits for keys that cannot be read.
 */
const kept: ReadonlySet<string> = new Set(['/hooks/claude-code']);

type Env = { Variables: { identity: Identity } };

/**
 * Where keys are in use, wants one as `Authorization: Bearer <secret>` on every path but the open ones. Sets
 * `identity`; without keys everybody may do everything, and only a loopback address is served.
 */
export function keyGuard(keys: Keyring): MiddlewareHandler<Env> {
  const admit = (c: Context<Env>, next: () => Promise<void>) => {
    c.set('identity', identify(keys, c));
    return next();
  };
  let waited: Promise<void> | undefined;
  return (c, next) => {
    const { path } = c.req;
    if (openPaths.has(path)) return next();
    if (keys.known()) return admit(c, next);
    if (!kept.has(path)) return keys.settled(patienceMs).then(() => admit(c, next));
    waited ??= keys.settled(patienceMs);
    return waited.then(() => admit(c, next));
  };
}

function identify(keys: Keyring, c: Context): Identity {
  const nobody = keys.anonymous();
  if (nobody && keys.known()) return nobody;
  const secret = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const found = secret === undefined ? undefined : keys.find(secret);
  if (found && !('problem' in found)) return found;
  if (nobody) return nobody;
  if (found && !keys.known()) throw cannotCheck();
  c.header('WWW-Authenticate', 'Bearer');
  throw new ToolError('unauthorized', 'This server wants an API key.', {
    problem: found?.problem ?? 'no Authorization header',
    suggestion: 'Send Authorization: Bearer <secret> with a secret of DEWEY_API_KEYS or of "dewey keys add".',
  });
}

const cannotCheck = (): ToolError =>
  new ToolError('unavailable', 'This key cannot be checked now: the database cannot be reached.', {
    retry_after: 5,
    suggestion: 'Try again; keys of DEWEY_API_KEYS need no database.',
  });

/** What only a key without limits may have, since it concerns everything that is stored. */
export function wantUnlimited(identity: Identity, what: string): void {
  if (identity.limited)
    throw new ToolError('forbidden', `The key ${identity.keyId} may not ${what}.`, {
      problem: 'the key is limited to a project or to toolsets',
      suggestion: 'Use a key without these limits.',
    });
}

/** What concerns one toolset, and all projects. */
export function wantReach(identity: Identity, toolset: string, what: string): void {
  if (!identity.reaches(toolset))
    throw new ToolError('forbidden', `The key ${identity.keyId} may not ${what}.`, {
      problem: `the key does not reach the toolset ${toolset} in all projects`,
      suggestion: 'Use a key without these limits.',
    });
}
