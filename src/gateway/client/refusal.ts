import * as z from 'zod';

const errorBody = z.object({
  error: z.looseObject({
    kind: z.string(),
    message: z.string(),
    data: z
      .looseObject({
        problem: z.string().optional(),
        suggestion: z.string().optional(),
        retry_after: z.number().min(0).optional(),
      })
      .optional(),
  }),
});

/** The gateway's own error; after so many seconds it may be none any more. */
export class Refusal extends Error {
  readonly kind: string;
  readonly retryAfter: number | undefined;
  readonly body: unknown;

  constructor(message: string, body: z.output<typeof errorBody>) {
    super(message);
    this.kind = body.error.kind;
    this.retryAfter = body.error.data?.retry_after;
    this.body = body;
  }
}

/** What a gateway refused with; undefined when the body is not one of ours. */
export function refusalOf(
  { url, apiKey }: { url: string; apiKey: string | undefined },
  body: unknown,
): Refusal | undefined {
  const found = errorBody.safeParse(body).data;
  if (!found) return undefined;
  const { kind, message, data } = found.error;
  const [nothing] = /nothing at \/\S*(?=\.$)/.exec(message) ?? [];
  if (kind === 'not_found' && nothing !== undefined)
    return new Refusal(
      `DEWEY_URL: ${url} has ${nothing}. Is the address right, and the gateway of this version?`,
      found,
    );
  if (kind !== 'unauthorized') return new Refusal(sentenceOf(body), found);
  return new Refusal(
    apiKey === undefined
      ? `${url} wants an API key: set DEWEY_API_KEY to the secret of one.`
      : `DEWEY_API_KEY: ${url} does not take this key (${data?.problem ?? message}).`,
    found,
  );
}

/** What the body of an error says: what happened, why, and what to do. */
export function sentenceOf(body: unknown): string {
  const { message, data } = errorBody.parse(body).error;
  const { problem, suggestion } = data ?? {};
  const what = problem && !message.includes(problem) ? `${message.replace(/\.$/, '')}: ${problem}.` : message;
  return suggestion ? `${what} ${suggestion}` : what;
}
