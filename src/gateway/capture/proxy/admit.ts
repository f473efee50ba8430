import type { IncomingMessage } from 'node:http';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { type HostRules, hostAllowed, originAllowed } from '../../auth/host.ts';
import type { Identity } from '../../auth/identity.ts';
import type { Keyring } from '../../auth/keyring.ts';
import { noteRefusal } from '../../http/note-refusals.ts';
import type { Refusals } from '../../http/refusals.ts';
import { identify, type WantedKey } from '../../http/require-key.ts';

export type Admission = {
  config: HostRules;
  keys: Keyring;
  /** Keeps what is refused, and slows down who sends wrong keys: on all ports together. */
  refusals: Refusals;
  newId: () => string;
};

const wanted: WantedKey = {
  message: 'This proxy wants a key with the scope write as X-Dewey-Key.',
  header: 'X-Dewey-Key',
  suggestion: 'Send X-Dewey-Key: <secret> with a secret of DEWEY_API_KEYS or of "dewey keys add".',
};

/**
 * The same guards as the gateway's; the key travels as `X-Dewey-Key`, `Authorization` is the upstream's. What cannot be
 * checked yet is refused at once. What is refused is kept as on the gateway's port.
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
    // What passes is recorded, whichever project it is of.
    if (identity.scope === 'read' || !identity.reaches('conversations'))
      throw new ToolError(
        'forbidden',
        'This proxy wants a key with the scope write that reaches all conversations as X-Dewey-Key.',
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
  if (!hostAllowed(host, config)) throw new ToolError('forbidden', `The host ${host} is not served here.`);
  if (origin !== undefined && !originAllowed(origin, host, config))
    throw new ToolError('forbidden', `The origin ${origin} may not use this proxy.`);
}
