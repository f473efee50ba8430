import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/env.ts';
import { Refusal, refusalOf } from './refusal.ts';

/** The gateway of `DEWEY_URL`, with the key for it. */
export type Remote = {
  url: string;
  apiKey: string | undefined;
  /** The command that asks, as the audit log names it. */
  client?: string;
  /** Carries requests elsewhere than over the network. */
  fetch?: typeof fetch;
};

/** The remote gateway; undefined when commands use the database directly. */
export const remoteOf = ({ url, apiKey }: Config): Remote | undefined =>
  url === undefined ? undefined : { url, apiKey };

/** The gateway does not answer, or something else answers in its place. A later attempt may succeed. */
export class Unreachable extends Error {}

/** A streamed response ended early. */
export class BrokenOff extends Error {}

/** A POST request with a JSON body. */
export const posting = (input: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(input),
});

/**
 * Sends a request to the gateway and returns the response, whatever its status.
 *
 * @throws Unreachable when there is no response, with the reason.
 */
export async function send(remote: Remote, path: string, init: RequestInit = {}): Promise<Response> {
  const { url, apiKey, client } = remote;
  // The runtime's own error message would contain the key.
  if (apiKey !== undefined && !/^[\x20-\x7e]+$/.test(apiKey))
    throw new Error('DEWEY_API_KEY: a key consists of printable ASCII characters only.');
  const authorization = apiKey === undefined ? undefined : { Authorization: `Bearer ${apiKey}` };
  const headers = { ...init.headers, ...authorization, ...(client && { 'User-Agent': client }) };
  // Following a redirect would drop the key and the body.
  const request = { ...init, headers, redirect: 'manual' as const };
  const response = await (remote.fetch ?? fetch)(url + path, request).catch((cause: Error) => {
    if (cause.name === 'AbortError') throw cause;
    throw new Unreachable(`DEWEY_URL: ${url} cannot be reached: ${reasonOf(cause)}.`, { cause });
  });
  const elsewhere = response.status < 400 ? response.headers.get('location') : null;
  if (elsewhere !== null)
    throw new Unreachable(`DEWEY_URL: ${url} redirects to ${elsewhere}. Set DEWEY_URL to the final address.`);
  return response;
}

/**
 * As {@link send}, but returns successful responses only.
 *
 * @throws Refusal with the gateway's message and suggestion.
 */
export async function ask(remote: Remote, path: string, init?: RequestInit): Promise<Response> {
  const response = await send(remote, path, init);
  if (response.ok) return response;
  throw refusalOf(remote, await bodyOf(remote, response)) ?? notOurs(remote, response);
}

/** Posts an input and returns the JSON of the response. */
export const askFor = async (remote: Remote, path: string, input: unknown): Promise<unknown> =>
  bodyOf(remote, await ask(remote, path, posting(input)));

/** Enough to outlast a per-minute request limit; a longer database outage is better retried later. */
const mostTries = 10;

/** As {@link askFor}, but waits and retries when the gateway asks to. */
export async function askWithTimeout(remote: Remote, path: string, input: unknown): Promise<unknown> {
  for (let left = mostTries; ; left -= 1)
    try {
      return await askFor(remote, path, input);
    } catch (error) {
      if (!(error instanceof Refusal) || error.retryAfter === undefined || left === 0) throw error;
      await delay(error.retryAfter * 1000);
    }
}

/** The bytes of a streamed response. @throws BrokenOff when it ends early. */
export async function* partsOf(response: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    // What the network did is a TypeError; in one process the gateway's own failure comes through as it is.
    if (!(error instanceof TypeError)) throw error;
    throw new BrokenOff(reasonOf(error), { cause: error });
  }
}

/** The JSON body of a response. @throws Unreachable when it is incomplete or not JSON. */
export async function bodyOf(remote: Remote, response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: Error) => {
    throw new Unreachable(`DEWEY_URL: the response of ${remote.url} was cut off: ${reasonOf(cause)}.`, {
      cause,
    });
  });
  try {
    return JSON.parse(text);
  } catch {
    throw notOurs(remote, response);
  }
}

const notOurs = ({ url }: Remote, { status }: Response): Error =>
  new Unreachable(`DEWEY_URL: ${url} answered ${status}, but not as a Dewey gateway. Check the address.`);

const untrusted =
  /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_(HAS_EXPIRED|NOT_YET_VALID|UNTRUSTED)|ALTNAME_INVALID/;

/** The reason from the system, and a remedy if known; the runtime itself only reports that fetch failed. */
export function reasonOf(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  // A name with several addresses, such as localhost: each of them failed.
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  const { code = '', message = '' } = first as { code?: string; message?: string };
  if (untrusted.test(code))
    return `its certificate is not trusted (${message}); set NODE_EXTRA_CA_CERTS to a file with the CA certificate`;
  if (/^ERR_SSL_(WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST)/.test(code))
    return 'it does not speak TLS; try http:// instead of https://';
  return message || code || error.message;
}
