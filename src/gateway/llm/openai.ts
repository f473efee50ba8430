import { APIConnectionTimeoutError, APIError, OpenAI } from 'openai';
import { ExtractionError } from '../../handlers/events/extraction/domain/event.ts';
import type { Complete } from '../../handlers/events/extraction/model/index.ts';
import { said } from './said.ts';

export type Provider = {
  apiKey: string | undefined;
  baseUrl: string | undefined;
  /** For one complete answer. */
  timeoutMs: number;
  clock: () => Date;
};

/** A client that reads no environment variables and does not retry: retries are up to the job queue. */
export const openClient = ({ apiKey, baseUrl, timeoutMs }: Provider): OpenAI =>
  new OpenAI({
    // Self-hosted servers often need no key, but the client requires some text.
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    organization: null,
    project: null,
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
  });

/** Chat completions from any OpenAI-compatible server, with a strict JSON schema. */
export function openaiCompletions(provider: Provider, model: string): Complete {
  const client = openClient(provider);
  return async ({ messages, schemaName, schema }, signal) => {
    try {
      const { choices } = await client.chat.completions.create(
        {
          model,
          messages,
          response_format: { type: 'json_schema', json_schema: { name: schemaName, schema, strict: true } },
        },
        // The client leaves a listener on the signal it is given.
        { signal: AbortSignal.any([signal]) },
      );
      const choice = choices?.[0];
      if (choice?.message === undefined)
        throw new ExtractionError(
          'malformed_reply',
          'The server answers, but not like an OpenAI-compatible one.',
          {
            permanent: true,
          },
        );
      return {
        content: choice.message.content,
        refusal: choice.message.refusal ?? null,
        finishReason: choice.finish_reason,
      };
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ExtractionError ? error : failureOf(error, provider.clock());
    }
  };
}

/** Errors that an operator has to fix, by status, with the remedy. */
const mistakes: Record<number, [code: string, remedy: string]> = {
  400: [
    'bad_request',
    'Check OPENAI_EVENT_MODEL: the model must support a response_format of type json_schema.',
  ],
  401: ['unauthorized', 'Check OPENAI_API_KEY.'],
  403: ['forbidden', 'Check the permissions of OPENAI_API_KEY.'],
  404: ['model_not_found', 'Check OPENAI_EVENT_MODEL and OPENAI_BASE_URL.'],
};

/** Why the server did not answer, and whether retrying helps. */
export function failureOf(error: unknown, now: Date): ExtractionError {
  if (error instanceof APIConnectionTimeoutError)
    return new ExtractionError('timeout', 'The model did not answer in time.', {
      permanent: false,
      cause: error,
    });
  const status = error instanceof APIError ? error.status : undefined;
  if (!(error instanceof APIError) || status === undefined)
    // A reply that is not JSON comes from something other than a model server; anything else is a network failure.
    return error instanceof SyntaxError
      ? new ExtractionError('malformed_reply', 'The server answers, but not in JSON.', {
          permanent: true,
          cause: error,
        })
      : new ExtractionError('unreachable', 'The model cannot be reached.', {
          permanent: false,
          cause: error,
        });
  if (status === 429)
    return new ExtractionError('rate_limited', `The model is busy: ${said(error)}`, {
      permanent: false,
      retryAfterMs: retryAfter(error.headers, now),
      cause: error,
    });
  if (status >= 500 || status === 408 || status === 409)
    return new ExtractionError('provider_error', `The model's server failed: ${said(error)}`, {
      permanent: false,
      retryAfterMs: retryAfter(error.headers, now),
      cause: error,
    });
  const [code, remedy] = mistakes[status] ?? ['bad_request', 'Check the configuration of the model.'];
  return new ExtractionError(code, `The model's server answered: ${said(error)} ${remedy}`, {
    permanent: true,
    cause: error,
  });
}

/** Milliseconds to wait, from seconds or a date. */
export function retryAfter(headers: Headers | undefined, now: Date): number | undefined {
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
}
