import type { IncomingMessage } from 'node:http';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { type HostRules, hostAllowed, isFromElsewhere, originAllowed } from '../../auth/host.ts';
import type { Identity } from '../../auth/identity.ts';
import type { Keyring } from '../../auth/keyring.ts';
import { noteRefusal } from '../../http/note-refusals.ts';
import type { Refusals } from '../../http/refusals.ts';
import { identify, type WantedKey } from '../../http/require-key.ts';

export type Admission = {
  config: HostRules;
  keys: Keyring;
  /** Records refusals and slows down senders of wrong keys, across all ports. */
  refusals: Refusals;
  newId: () => string;
};

const wanted: WantedKey = {
  message: 'This proxy requires an API key with scope write in the X-Dewey-Key header.',
  header: 'X-Dewey-Key',
  suggestion: 'Send X-Dewey-Key: <secret> with a secret of DEWEY_API_KEYS or of "dewey keys add".',
};

/**
 * Applies the gateway's host, origin and key checks; the key is sent as `X-Dewey-Key`, since `Authorization` belongs to the
 * upstream. While keys cannot be checked, requests are refused immediately. Refusals are recorded as on the gateway's port.
 */
export function admit(request: IncomingMessage, admission: Admission): Identity | ToolError {
  const { keys, refusals, newId } = admission;
  const address = request.socket.remoteAddress;
  let keyId: string | undefined;
  try {
    checkHost(request, admission.config);
    const secret = request.headers['x-dewey-key'];
    const asker = { secret: typeof secret === 'string' ? secret : undefined, address, wanted };
    const identity = identify(keys, asker, refusals);
    keyId = identity.keyId;
    // Everything that passes is recorded, whatever project it belongs to.
    if (identity.scope === 'read' || !identity.reaches('conversations'))
      throw new ToolError(
        'forbidden',
        'The API key in X-Dewey-Key must have scope write and reach all conversations.',
      );
    return identity;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const path = (request.url ?? '').replace(/[?#].*$/s, '');
    const asked = { method: `proxy ${request.method}`, path, requestId: newId(), keyId };
    noteRefusal(refusals, address, asked, error);
    return error;
  }
}

function checkHost({ headers }: IncomingMessage, config: HostRules): void {
  const { host = '', origin } = headers;
  if (!hostAllowed(host, config)) throw new ToolError('forbidden', `Host ${host} is not allowed.`);
  if (origin !== undefined && !originAllowed(origin, host, config))
    throw new ToolError('forbidden', `Origin ${origin} is not allowed to use this proxy.`);
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  if (origin === undefined && isFromElsewhere(header))
    throw new ToolError('forbidden', 'A page of another site may not use this proxy.');
}
