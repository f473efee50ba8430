import type * as z from 'zod';
import { ExtractionError } from '../domain/event.ts';
import { wireSchema } from './reply.ts';

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export type CompletionRequest = {
  messages: ChatMessage[];
  /** The reply's JSON schema and its name. */
  schemaName: string;
  schema: Record<string, unknown>;
};

export type Completion = {
  content: string | null;
  /** Set when the model refuses. */
  refusal: string | null;
  /** `stop` when the reply is whole, `length` when it was cut off, `content_filter` when it was withheld. */
  finishReason: string;
};

/**
 * Asks a model once.
 *
 * @throws ExtractionError when the server cannot be reached, is busy, or is configured wrongly.
 */
export type Complete = (request: CompletionRequest, signal: AbortSignal) => Promise<Completion>;

export type ModelQuestion<T extends z.ZodType> = {
  schemaName: string;
  reply: T;
  messages: ChatMessage[];
  /** What is wrong with a reply of the right shape, in a sentence. */
  objection?: (reply: z.output<T>) => string | undefined;
};

/**
 * Asks until the reply is valid, twice at most: the second time with what was wrong.
 *
 * @throws ExtractionError, permanent, when the model refuses or both replies are invalid: no reply is ever taken for
 * "nothing found".
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
  throw new ExtractionError(reread.code, `The model's reply cannot be used: ${reread.problem}.`, {
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
      `The model refuses to read the text: ${clip(refusal ?? finishReason)}`,
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
