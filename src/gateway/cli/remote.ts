import * as z from 'zod';
import type { Config } from '../env.ts';

/**
 * Asks the gateway of `DEWEY_URL`.
 *
 * @throws a sentence that says why it did not answer, or what it said, with its suggestion.
 */
export async function fetchGateway(
  url: string,
  { apiKey }: Config,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetch(new URL(path, url), {
    ...init,
    headers: {
      ...init.headers,
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
    },
  }).catch((cause: Error) => {
    if (cause.name === 'AbortError') throw cause;
    throw new Error(
      `DEWEY_URL: ${url} cannot be reached: ${cause.cause instanceof Error ? cause.cause.message : cause.message}.`,
      { cause },
    );
  });
  if (response.ok) return response;
  const body = refusal.safeParse(await response.json().catch(() => undefined)).data; // not from a gateway
  if (!body) throw new Error(`${url} answered ${response.status}.`);
  const { message, data } = body.error;
  throw new Refusal([message, data?.suggestion].filter(Boolean).join(' '), data?.retry_after);
}

/** The gateway's own error; after so many seconds it may be none any more. */
export class Refusal extends Error {
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter: number | undefined) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

const refusal = z.object({
  error: z.object({
    message: z.string(),
    data: z
      .object({ suggestion: z.string().optional(), retry_after: z.number().min(0).optional() })
      .optional(),
  }),
});
