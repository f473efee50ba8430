import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { fiedlerResults, fiedlerStatuses } from '../../db/schema/index.ts';
import * as p from '../params.ts';

/** One stored answer of a model, as tools return it. */
export const fiedlerResult = z.object({
  id: z.string().describe('Id of the result'),
  correlation_id: z.string().describe('The orchestration run it belongs to'),
  model: z.string().describe('The model that answered'),
  prompt: p.nullableText.describe('What it was asked'),
  output: p.nullableText.describe('What it answered'),
  output_truncated: z
    .boolean()
    .optional()
    .describe('True when the output is cut; ask again with a larger max_chars'),
  tokens_prompt: z.int().nullable().describe('Tokens of the prompt'),
  tokens_completion: z.int().nullable().describe('Tokens of the answer'),
  duration_seconds: z.number().nullable().describe('How long it took'),
  status: z.enum(fiedlerStatuses).nullable().describe('Whether it succeeded'),
  error_message: p.nullableText.describe('Why it failed'),
  conversation_id: p.nullableText.describe('The conversation it belongs to'),
  metadata: p.storedMetadata.describe('What was stored with it'),
  created_at: z.string().describe('When it was stored'),
});

export const fiedlerColumns = (maxCharacters: number) => ({
  id: fiedlerResults.id,
  correlation_id: fiedlerResults.correlationId,
  model: fiedlerResults.model,
  prompt: sql<string | null>`left(${fiedlerResults.prompt}, ${maxCharacters})`,
  output: sql<string | null>`left(${fiedlerResults.output}, ${maxCharacters})`,
  output_truncated: sql<boolean>`coalesce(char_length(${fiedlerResults.output}) > ${maxCharacters}, false)`,
  tokens_prompt: fiedlerResults.tokensPrompt,
  tokens_completion: fiedlerResults.tokensCompletion,
  duration_seconds: fiedlerResults.durationSeconds,
  status: fiedlerResults.status,
  error_message: fiedlerResults.errorMessage,
  conversation_id: fiedlerResults.conversationId,
  metadata: fiedlerResults.metadata,
  created_at: fiedlerResults.createdAt,
});

/** Says that a text is cut only where it is. */
export const toResult = <T extends { output_truncated: boolean }>({ output_truncated, ...row }: T) =>
  output_truncated ? { ...row, output_truncated } : row;

/** The result an external id of a run stands for. */
export const withExternalId = (correlationId: string, externalId: string): SQL | undefined =>
  and(
    eq(fiedlerResults.correlationId, correlationId),
    eq(fiedlerResults.externalId, externalId),
    isNull(fiedlerResults.deletedAt),
  );
