import type * as z from 'zod';
import { ExtractionError } from '../domain/event.ts';
import { wireSchema } from './reply.ts';

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export type CompletionRequest = {
  messages: ChatMessage[];
  /** JSON schema of the reply, and its name. */
  schemaName: string;
  schema: Record<string, unknown>;
};

export type Completion = {
  content: string | null;
  /** Present when the model refuses. */
  refusal: string | null;
  /** `stop` when the reply is complete, `length` when it was cut off, `content_filter` when it was withheld. */
  finishReason: string;
};

/**
 * Sends one request to a model.
 *
 * @throws ExtractionError when the server cannot be reached, is busy, or is misconfigured.
 */
export type Complete = (request: CompletionRequest, signal: AbortSignal) => Promise<Completion>;

export type ModelQuestion<T extends z.ZodType> = {
  schemaName: string;
  reply: T;
  messages: ChatMessage[];
  /** Checks the content of a well-formed reply; returns the problem as a sentence, if any. */
  objection?: (reply: z.output<T>) => string | undefined;
};

/**
 * Asks until the reply is valid, at most twice: the second request states what was wrong with the first reply.
 *
 * @throws ExtractionError, permanent, when the model refuses or both replies are invalid: an invalid reply is never
 * treated as "no events".
 */
export async function ask<T extends z.ZodType>(
  complete: Complete,
  question: ModelQuestion<T>,
  signal: AbortSignal,
): Promise<z.output<T>> {
  const { schemaName, messages } = question;
  const request = { messages, schemaName, schema: wireSchema(question.reply) };
  const first = await complete(request, signal);
  const read = readReply(first, question);
  if ('reply' in read) return read.reply;

  const second = await complete(
    {
      ...request,
      messages: [
        ...messages,
        { role: 'assistant', content: first.content ?? '' },
        {
          role: 'user',
          content: `That reply cannot be used: ${read.problem}. Answer again, with nothing but JSON of the given schema.`,
        },
      ],
    },
    signal,
  );
  const reread = readReply(second, question);
  if ('reply' in reread) return reread.reply;
  throw new ExtractionError(reread.code, `The model's reply is unusable: ${reread.problem}.`, {
    permanent: true,
  });
}

type Read<T> = { reply: T } | { code: string; problem: string };

function readReply<T extends z.ZodType>(
  completion: Completion,
  question: ModelQuestion<T>,
): Read<z.output<T>> {
  const { content, refusal, finishReason } = completion;
  if (refusal !== null || finishReason === 'content_filter')
    throw new ExtractionError(
      'refused',
      `The model refused to process the text: ${clip(refusal ?? finishReason)}`,
      {
        permanent: true,
      },
    );
  if (finishReason === 'length') return { code: 'truncated_reply', problem: 'it was cut off; be brief' };
  const json = parse(content ?? '');
  if (json === undefined) return { code: 'malformed_reply', problem: 'it is not JSON' };
  const parsed = question.reply.safeParse(json.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join('.') || 'the reply';
    return { code: 'malformed_reply', problem: `${at}: ${clip(issue?.message ?? 'is invalid')}` };
  }
  const problem = question.objection?.(parsed.data);
  return problem === undefined ? { reply: parsed.data } : { code: 'malformed_reply', problem };
}

const clip = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
