import type { Context, MiddlewareHandler } from 'hono';
import { ToolError } from '../../handlers/tool/errors.ts';
import type { Identity } from '../auth/identity.ts';
import type { Keyring } from '../auth/keyring.ts';
import { addressOf } from './context.ts';
import type { Refusals } from './refusals.ts';

/** Paths that answer without a key: health checks, and webhooks, whose bodies are signed. */
export const openPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/hooks/github']);

/** How long requests that arrive before the database's keys are known wait for them; after that they are refused. */
const timeoutMs = 1000;

/**
 * Hooks hold up an agent's screen while they wait, and spool refused events on their own disk. So these paths share a
 * single wait, instead of one for each request.
 */
const hurried: ReadonlySet<string> = new Set(['/hooks/claude-code']);

type Env = { Variables: { identity: Identity } };

/** An invalid key was sent. */
export class WrongKey extends ToolError {}

/**
 * Where keys are in use, requires one as `Authorization: Bearer <secret>` on every path but the open ones. Sets
 * `identity`; without keys everyone may do everything, and only a loopback address is served. Until it is known whether
 * keys are in use, requests that cannot be checked are refused as `unavailable`.
 */
export function keyGuard(keys: Keyring, refusals?: Refusals): MiddlewareHandler<Env> {
  const admit = (c: Context<Env>, next: () => Promise<void>) => {
    const secret = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const asker = { secret, address: addressOf(c.env), wanted };
    try {
      c.set('identity', identify(keys, asker, refusals));
    } catch (error) {
      if (error instanceof ToolError && error.kind === 'unauthorized') c.header('WWW-Authenticate', 'Bearer');
      throw error;
    }
    return next();
  };
  let waited: Promise<void> | undefined;
  return (c, next) => {
    const { path } = c.req;
    // A browser that has logged in was identified before.
    if (openPaths.has(path) || c.get('identity')) return next();
    if (keys.known()) return admit(c, next);
    if (!hurried.has(path)) return keys.settled(timeoutMs).then(() => admit(c, next));
    waited ??= keys.settled(timeoutMs);
    return waited.then(() => admit(c, next));
  };
}

/** How a port refuses requests without a key. */
export type WantedKey = { message: string; header: string; suggestion: string };

const wanted: WantedKey = {
  message: 'This server requires an API key.',
  header: 'Authorization',
  suggestion: 'Send Authorization: Bearer <secret> with a secret of DEWEY_API_KEYS or of "dewey keys add".',
};

/**
 * The identity behind this secret, on any port.
 *
 * @throws WrongKey for an invalid secret: `unauthorized`, or `rate_limited` when too many of them came from this
 *   address. ToolError `unauthorized` if a key is required and none was sent; `unavailable` if it cannot be checked.
 */
export function identify(
  keys: Keyring,
  { secret, address, wanted }: { secret: string | undefined; address: string | undefined; wanted: WantedKey },
  refusals: Refusals | undefined,
): Identity {
  const anonymous = keys.anonymous();
  if (anonymous) return anonymous;
  const found = secret === undefined ? undefined : keys.find(secret);
  if (found && !('problem' in found)) return found;
  if (!keys.known() && (found || !keys.wanted())) throw cannotCheck();
  const { message, header, suggestion } = wanted;
  if (!found) throw new ToolError('unauthorized', message, { problem: `no ${header} header`, suggestion });
  const { problem } = found;
  const seconds = refusals?.wrongKey(address ?? 'unknown');
  if (seconds === undefined) throw new WrongKey('unauthorized', message, { problem, suggestion });
  throw new WrongKey(
    'rate_limited',
    'This key is not valid, and neither were many before it from this address.',
    {
      problem,
      retry_after: seconds,
      suggestion: `Wait ${seconds} seconds, or send a valid key: it is accepted at once.`,
    },
  );
}

const cannotCheck = (): ToolError =>
  new ToolError('unavailable', 'Keys cannot be checked now: the database has not answered yet.', {
    retry_after: 5,
    suggestion: 'Try again; keys of DEWEY_API_KEYS need no database.',
  });

/**
 * Checks a key again after a wait, during which it may have ended.
 *
 * @throws ToolError `unauthorized` if it has.
 */
export function wantCurrent({ ended }: Identity): void {
  if (ended !== undefined)
    throw new ToolError('unauthorized', 'This key is no longer valid.', {
      problem: ended,
      suggestion: 'Reconnect with another key.',
    });
}

/** Requires a key without limits, for anything that concerns all stored data. */
export function wantUnlimited(identity: Identity, what: string): void {
  if (identity.limited)
    throw new ToolError('forbidden', `The key ${identity.keyId} may not ${what}.`, {
      problem: 'the key is limited to a project, to toolsets or in the documents it can see',
      suggestion: 'Use a key without these limits.',
    });
}

/** Requires reach of one toolset in all projects. */
export function wantReach(identity: Identity, toolset: string, what: string): void {
  if (!identity.reaches(toolset))
    throw new ToolError('forbidden', `The key ${identity.keyId} may not ${what}.`, {
      problem: `the key does not reach the toolset ${toolset} in all projects`,
      suggestion: 'Use a key without these limits.',
    });
}
