import type { IncomingMessage } from 'node:http';
import { type HostRules, hostAllowed, originAllowed } from '../../auth/host.ts';
import { Identity } from '../../auth/identity.ts';
import type { Keyring } from '../../auth/keyring.ts';

/**
 * Applies the gateway's host, origin and key checks; the key is sent as `X-Dewey-Key`, since `Authorization` belongs to the
 * upstream. While keys cannot be checked, requests are refused immediately.
 */
export function admit(
  request: IncomingMessage,
  config: HostRules,
  keys: Keyring,
): Identity | [status: number, message: string] {
  const host = request.headers.host ?? '';
  const { origin } = request.headers;
  if (!hostAllowed(host, config)) return [403, `Host ${host} is not allowed.`];
  if (origin !== undefined && !originAllowed(origin, host, config))
    return [403, `Origin ${origin} is not allowed to use this proxy.`];
  const secret = request.headers['x-dewey-key'];
  const found = typeof secret === 'string' ? keys.find(secret) : { problem: 'no X-Dewey-Key header' };
  const identity = found instanceof Identity ? found : keys.anonymous();
  if (!identity && !keys.known() && (typeof secret === 'string' || !keys.wanted()))
    return [503, 'API keys cannot be checked yet: the database is not available. Try again in 5 seconds.'];
  if (!identity)
    return 'problem' in found && found.problem !== 'unknown key' && typeof secret === 'string'
      ? [401, `Invalid X-Dewey-Key: ${found.problem}.`]
      : [401, 'This proxy requires an API key with scope write in the X-Dewey-Key header.'];
  // Everything that passes is recorded, whatever project it belongs to.
  return identity.scope === 'read' || !identity.reaches('conversations')
    ? [403, 'The API key in X-Dewey-Key must have scope write and reach all conversations.']
    : identity;
}
