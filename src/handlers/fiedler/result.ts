import { type Column, sql } from 'drizzle-orm';
import * as z from 'zod';
import { fiedlerResults, fiedlerStatuses } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';

const truncated = (what: string) =>
  z.boolean().optional().describe(`True when the ${what} is truncated; ask with a larger max_chars`);

/** One stored answer of a model, as returned by tools. */
export const fiedlerResult = z.object({
  id: z.string().describe('Result id'),
  correlation_id: z.string().describe('Run'),
  model: z.string().describe('Model'),
  prompt: p.nullableText.describe('Prompt'),
  prompt_truncated: truncated('prompt'),
  output: p.nullableText.describe('Answer'),
  output_truncated: truncated('output'),
  tokens_prompt: z.int().nullable().describe('Tokens of the prompt'),
  tokens_completion: z.int().nullable().describe('Tokens of the answer'),
  duration_seconds: z.number().nullable().describe('Seconds'),
  status: z.enum(fiedlerStatuses).nullable().describe('Whether it succeeded'),
  error_message: p.nullableText.describe('Error message'),
  error_message_truncated: truncated('error message'),
  conversation_id: p.nullableText.describe('Conversation'),
  metadata: p.storedMetadata.describe('Metadata'),
  created_at: z.string().describe('Time it was stored'),
});

export const fiedlerColumns = (maxCharacters: number) => ({
  id: fiedlerResults.id,
  correlation_id: fiedlerResults.correlationId,
  model: fiedlerResults.model,
  prompt: start(fiedlerResults.prompt, maxCharacters),
  prompt_truncated: isLonger(fiedlerResults.prompt, maxCharacters),
  output: start(fiedlerResults.output, maxCharacters),
  output_truncated: isLonger(fiedlerResults.output, maxCharacters),
  tokens_prompt: fiedlerResults.tokensPrompt,
  tokens_completion: fiedlerResults.tokensCompletion,
  duration_seconds: fiedlerResults.durationSeconds,
  status: fiedlerResults.status,
  error_message: start(fiedlerResults.errorMessage, maxCharacters),
  error_message_truncated: isLonger(fiedlerResults.errorMessage, maxCharacters),
  conversation_id: fiedlerResults.conversationId,
  metadata: fiedlerResults.metadata,
  created_at: fiedlerResults.createdAt,
});

const start = (text: Column, characters: number) => sql<string | null>`left(${text}, ${characters})`;

const isLonger = (text: Column, characters: number) =>
  sql<boolean | null>`char_length(${text}) > ${characters}`;

type Signs = 'prompt_truncated' | 'output_truncated' | 'error_message_truncated';

/** Sets the truncation flags only where a text is truncated. */
export const toResult = <T extends Record<Signs, boolean | null>>(row: T) => {
  const { prompt_truncated, output_truncated, error_message_truncated, ...rest } = row;
  return {
    ...rest,
    ...(prompt_truncated ? { prompt_truncated } : {}),
    ...(output_truncated ? { output_truncated } : {}),
    ...(error_message_truncated ? { error_message_truncated } : {}),
  };
};
