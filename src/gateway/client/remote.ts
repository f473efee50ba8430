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

/** Undefined where commands work on the database itself. */
export const remoteOf = ({ url, apiKey }: Config): Remote | undefined =>
  url === undefined ? undefined : { url, apiKey };

/** It does not answer, or something in its place does: another time it may. */
export class Unreachable extends Error {}

/** What came of a long answer is not whole. */
export class BrokenOff extends Error {}

/** The request that gives a gateway an input. */
export const posting = (input: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(input),
});

/**
 * Asks the gateway and returns its answer, whatever that is.
 *
 * @throws Unreachable with a sentence that says why there is none.
 */
export async function send(remote: Remote, path: string, init: RequestInit = {}): Promise<Response> {
  const { url, apiKey, client } = remote;
  // The runtime's own error would quote the key.
  if (apiKey !== undefined && !/^[\x20-\x7e]+$/.test(apiKey))
    throw new Error('DEWEY_API_KEY: a key has letters, digits and signs of ASCII only.');
  const authorization = apiKey === undefined ? undefined : { Authorization: `Bearer ${apiKey}` };
  const headers = { ...init.headers, ...authorization, ...(client && { 'User-Agent': client }) };
  // A redirection would lose the key, and what is posted.
  const request = { ...init, headers, redirect: 'manual' as const };
  const response = await (remote.fetch ?? fetch)(url + path, request).catch((cause: Error) => {
    if (cause.name === 'AbortError') throw cause;
    throw new Unreachable(`DEWEY_URL: ${url} cannot be reached: ${reasonOf(cause)}.`, { cause });
  });
  const elsewhere = response.status < 400 ? response.headers.get('location') : null;
  if (elsewhere !== null)
    throw new Unreachable(`DEWEY_URL: ${url} leads on to ${elsewhere}. Name the address that answers.`);
  return response;
}

/**
 * As {@link send}, for answers that are no refusal.
 *
 * @throws Refusal with the gateway's message and its suggestion.
 */
export async function ask(remote: Remote, path: string, init?: RequestInit): Promise<Response> {
  const response = await send(remote, path, init);
  if (response.ok) return response;
  throw refusalOf(remote, await bodyOf(remote, response)) ?? notOurs(remote, response);
}

/** The JSON that the gateway answers to an input. */
export const askFor = async (remote: Remote, path: string, input: unknown): Promise<unknown> =>
  bodyOf(remote, await ask(remote, path, posting(input)));

/** A limit of requests a minute has passed by then; a database that is away so long is better tried another time. */
const mostTries = 10;

/** As {@link askFor}; what is over the gateway's limits waits. */
export async function askWithTimeout(remote: Remote, path: string, input: unknown): Promise<unknown> {
  for (let left = mostTries; ; left -= 1)
    try {
      return await askFor(remote, path, input);
    } catch (error) {
      if (!(error instanceof Refusal) || error.retryAfter === undefined || left === 0) throw error;
      await delay(error.retryAfter * 1000);
    }
}

/** The bytes of a long answer as they come. */
export async function* partsOf(response: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    // What the network did is a TypeError; in one process the gateway's own failure comes through as it is.
    if (!(error instanceof TypeError)) throw error;
    throw new BrokenOff(reasonOf(error), { cause: error });
  }
}

/** The JSON of an answer. */
export async function bodyOf(remote: Remote, response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: Error) => {
    throw new Unreachable(`DEWEY_URL: ${remote.url} broke off its answer: ${reasonOf(cause)}.`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch {
    throw notOurs(remote, response);
  }
}

const notOurs = ({ url }: Remote, { status }: Response): Error =>
  new Unreachable(
    `DEWEY_URL: ${url} answered ${status}, but not as a gateway of Dewey does. Look whether one is there.`,
  );

const untrusted =
  /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_(HAS_EXPIRED|NOT_YET_VALID|UNTRUSTED)|ALTNAME_INVALID/;

/** What the system says, and what to do about it; the runtime only says that fetching failed. */
export function reasonOf(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  // An address that is several, as localhost is: each has failed.
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  const { code = '', message = '' } = first as { code?: string; message?: string };
  if (untrusted.test(code))
    return `its certificate is not accepted (${message}); NODE_EXTRA_CA_CERTS names a file with the authority to trust`;
  if (/^ERR_SSL_(WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST)/.test(code))
    return 'it does not speak TLS; try http:// instead of https://';
  return message || code || error.message;
}
