import { cut, storable } from '../../../handlers/tool/text.ts';
import type { Caller } from '../../auth/caller.ts';

/**
 * The SDKs pass what they call authentication info from the transport to the request handler: it carries the caller.
 */
export type CallerAuthInfo = { token: string; clientId: string; scopes: string[]; extra: { caller: Caller } };

export const authInfoOf = (caller: Caller): CallerAuthInfo => ({
  token: '',
  clientId: caller.keyId ?? '',
  scopes: [caller.scope],
  extra: { caller },
});

/**
 * A client says its own name: in logs and on screens it must not be more than one line of text, so that control
 * characters, line ends and marks that reverse text become spaces.
 */
const onOneLine = (name: string): string => name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ');

/** In UTF-16 units. */
const longestClient = 200;

/**
 * The caller of a request, with the name and version that its client sent in the protocol, and the span it named for
 * this request: requests on one connection may belong to different spans.
 */
export function callerFrom(
  authInfo: { extra?: Record<string, unknown> } | undefined,
  client: { name: string; version: string } | undefined,
  meta?: Record<string, unknown> | undefined,
): Caller {
  const { caller } = (authInfo as CallerAuthInfo | undefined)?.extra ?? {};
  if (!caller) throw new Error('a request came without its caller');
  return callerNamed(caller, client, meta);
}

/** The same, from the caller itself. */
export function callerNamed(
  caller: Caller,
  client: { name: string; version: string } | undefined,
  meta: Record<string, unknown> | undefined,
): Caller {
  const named = client
    ? { ...caller, client: storable(cut(onOneLine(`${client.name}/${client.version}`), longestClient)) }
    : caller;
  const traceparent = meta?.traceparent;
  return typeof traceparent === 'string' ? { ...named, traceparent } : named;
}
