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

/** An error returned by the gateway. `retryAfter`: seconds after which the request may succeed. */
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

/** The error in a gateway's response; undefined when the body is not a Dewey error. */
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
      `DEWEY_URL: ${url} has ${nothing}. Check the address, and that the gateway has the same version.`,
      found,
    );
  if (kind !== 'unauthorized') return new Refusal(sentenceOf(body), found);
  return new Refusal(
    apiKey === undefined
      ? `${url} requires an API key: set DEWEY_API_KEY to its secret.`
      : `DEWEY_API_KEY: ${url} rejected this key (${data?.problem ?? message}).`,
    found,
  );
}

/** An error body as text: what happened, why, and what to do. */
export function sentenceOf(body: unknown): string {
  const { message, data } = errorBody.parse(body).error;
  const { problem, suggestion } = data ?? {};
  const what = problem && !message.includes(problem) ? `${message.replace(/\.$/, '')}: ${problem}.` : message;
  return suggestion ? `${what} ${suggestion}` : what;
}
