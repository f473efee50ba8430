import type { IncomingMessage } from 'node:http';
import { type HostRules, hostAllowed, originAllowed } from '../../auth/host.ts';
import { Identity } from '../../auth/identity.ts';
import type { Keyring } from '../../auth/keyring.ts';

/**
 * The same guards as the gateway's; the key travels as `X-Dewey-Key`, `Authorization` is the upstream's. What cannot be
 * checked yet is refused at once.
 */
export function admit(
  request: IncomingMessage,
  config: HostRules,
  keys: Keyring,
): Identity | [status: number, message: string] {
  const host = request.headers.host ?? '';
  const { origin } = request.headers;
  if (!hostAllowed(host, config)) return [403, `The host ${host} is not served here.`];
  if (origin !== undefined && !originAllowed(origin, host, config))
    return [403, `The origin ${origin} may not use this proxy.`];
  const secret = request.headers['x-dewey-key'];
  const found = typeof secret === 'string' ? keys.find(secret) : { problem: 'no X-Dewey-Key header' };
  const identity = found instanceof Identity ? found : keys.anonymous();
  if (!identity && !keys.known() && (typeof secret === 'string' || !keys.wanted()))
    return [503, 'Keys cannot be checked now: the database has not answered yet. Try again in 5 seconds.'];
  if (!identity)
    return 'problem' in found && found.problem !== 'unknown key' && typeof secret === 'string'
      ? [401, `This proxy wants another key as X-Dewey-Key: ${found.problem}.`]
      : [401, 'This proxy wants a key with the scope write as X-Dewey-Key.'];
  // What passes is recorded, whichever project it is of.
  return identity.scope === 'read' || !identity.reaches('conversations')
    ? [403, 'This proxy wants a key with the scope write that reaches all conversations as X-Dewey-Key.']
    : identity;
}
