import type { Context, MiddlewareHandler } from 'hono';
import { ToolError } from '../../handlers/tool/errors.ts';
import type { Identity } from '../auth/identity.ts';
import type { Keyring } from '../auth/keyring.ts';
import { addressOf } from './context.ts';
import type { Refusals } from './refusals.ts';

/** Paths that answer without a key: whether the server lives, and webhooks, whose bodies are signed. */
export const openPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/hooks/github']);

/** What comes before the keys of the database are known waits this long for them at most, then it is refused. */
const timeoutMs = 1000;

/**
 * Senders of events hold up an agent's screen while they wait, and have a disk of their own for what is refused. So these
 * paths have one time of patience in all, not one for each request.
 */
const hurried: ReadonlySet<string> = new Set(['/hooks/claude-code']);

type Env = { Variables: { identity: Identity; wrongKey: boolean | undefined } };

/**
 * Where keys are in use, wants one as `Authorization: Bearer <secret>` on every path but the open ones. Sets
 * `identity`; without keys everybody may do everything, and only a loopback address is served. As long as it is not known
 * whether keys are in use, whatever cannot be checked is refused as `unavailable`.
 */
export function keyGuard(keys: Keyring, refusals?: Refusals): MiddlewareHandler<Env> {
  const admit = (c: Context<Env>, next: () => Promise<void>) => {
    c.set('identity', identify(keys, c, refusals));
    return next();
  };
  let waited: Promise<void> | undefined;
  return (c, next) => {
    const { path } = c.req;
    if (openPaths.has(path)) return next();
    if (keys.known()) return admit(c, next);
    if (!hurried.has(path)) return keys.settled(timeoutMs).then(() => admit(c, next));
    waited ??= keys.settled(timeoutMs);
    return waited.then(() => admit(c, next));
  };
}

function identify(keys: Keyring, c: Context<Env>, refusals: Refusals | undefined): Identity {
  const nobody = keys.anonymous();
  if (nobody) return nobody;
  const secret = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const found = secret === undefined ? undefined : keys.find(secret);
  if (found && !('problem' in found)) return found;
  if (!keys.known() && (found || !keys.wanted())) throw cannotCheck();
  if (found) slowDown(c, found.problem, refusals);
  c.header('WWW-Authenticate', 'Bearer');
  throw new ToolError('unauthorized', 'This server wants an API key.', {
    problem: found?.problem ?? 'no Authorization header',
    suggestion: 'Send Authorization: Bearer <secret> with a secret of DEWEY_API_KEYS or of "dewey keys add".',
  });
}

/** @throws ToolError `rate_limited` when too many wrong keys came from this address. */
function slowDown(c: Context<Env>, problem: string, refusals: Refusals | undefined): void {
  c.set('wrongKey', true);
  const seconds = refusals?.wrongKey(addressOf(c.env) ?? 'unknown');
  if (seconds === undefined) return;
  throw new ToolError('rate_limited', 'This key does not count, as many before it from this address.', {
    problem,
    retry_after: seconds,
    suggestion: `Wait ${seconds} seconds, or send a key that counts: it is taken at once.`,
  });
}

const cannotCheck = (): ToolError =>
  new ToolError('unavailable', 'Keys cannot be checked now: the database has not answered yet.', {
    retry_after: 5,
    suggestion: 'Try again; keys of DEWEY_API_KEYS need no database.',
  });

/**
 * To be asked again after a wait: the key may have ended meanwhile.
 *
 * @throws ToolError `unauthorized` when it has.
 */
export function wantCurrent({ ended }: Identity): void {
  if (ended !== undefined)
    throw new ToolError('unauthorized', 'This key does not count any more.', {
      problem: ended,
      suggestion: 'Connect again with another key.',
    });
}

/** What only a key without limits may have, since it concerns everything that is stored. */
export function wantUnlimited(identity: Identity, what: string): void {
  if (identity.limited)
    throw new ToolError('forbidden', `The key ${identity.keyId} may not ${what}.`, {
      problem: 'the key is limited to a project, to toolsets or in the documents it sees',
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
