import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { keepResult, type NewResult } from '../../db/fiedler/keep.ts';
import type { Database } from '../../db/postgres/connect.ts';
import { conversations } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { noConversation } from '../tool/not-found.ts';
import { tool } from '../tool/tool.ts';

const tokens = z.int().min(0).max(p.mostInteger);

const input = z.strictObject({
  correlation_id: z.string().min(1).max(500).describe('Run it belongs to'),
  model: z.string().min(1).max(500).describe('Model'),
  prompt: p.content.optional().describe('Prompt'),
  output: p.content.optional().describe('Answer; optional for a failed call'),
  tokens_prompt: tokens.optional().describe('Tokens of the prompt'),
  tokens_completion: tokens.optional().describe('Tokens of the answer'),
  duration_seconds: z.number().min(0).max(1e9).optional().describe('Duration in seconds'),
  status: z
    .enum(['success', 'error', 'failed'])
    .describe('Whether the call succeeded; failed is stored as error'),
  error_message: p.content.optional().describe('Error message'),
  conversation_id: p.id('conversation').optional().describe('Conversation it belongs to'),
  metadata: p.metadata.optional().describe('Any JSON object'),
  external_id: p.externalId.optional(),
  created_at: p.timestamp.optional().describe('Time of the run; default: now'),
});

type Input = z.output<typeof input>;

export default tool({
  name: 'dewey_store_fiedler_result',
  title: 'Store an orchestration result',
  description:
    "Store one model's answer of an orchestration run, such as Fiedler's, under the run's correlation id. Returns its id.",
  effect: 'add',
  input,
  output: z.object({
    id: z.string().describe('Result id'),
    correlation_id: z.string().describe('Run it belongs to'),
    created_at: z.string().describe('Time it was stored'),
    duplicate: z.boolean().optional().describe('True when an earlier call with this external_id stored it'),
    completed: z.boolean().optional().describe('True when this call added to it'),
  }),
  async run(input, { db, newId }) {
    if (input.status === 'success' && input.output === undefined)
      throw new ToolError('invalid_input', 'output: is required when status is success.', {
        field: 'output',
        problem: 'is required when status is success',
      });
    if (input.conversation_id !== undefined) await wantConversation(db, input.conversation_id);
    const kept = await db.sql.begin((tx) => keepResult(tx, toNew(input, newId())));
    const { outcome, id } = kept;
    if (outcome === 'deleted' || outcome === 'differs') throw taken(input, id, outcome);
    return {
      id,
      correlation_id: input.correlation_id,
      created_at: kept.createdAt,
      ...(outcome === 'stored' ? {} : { duplicate: true }),
      ...(outcome === 'completed' ? { completed: true } : {}),
    };
  },
});

const toNew = (input: Input, id: string): NewResult => ({
  id,
  correlationId: input.correlation_id,
  model: input.model,
  status: input.status === 'success' ? 'success' : 'error',
  prompt: input.prompt,
  output: input.output,
  tokensPrompt: input.tokens_prompt,
  tokensCompletion: input.tokens_completion,
  durationSeconds: input.duration_seconds,
  errorMessage: input.error_message,
  conversationId: input.conversation_id,
  metadata: input.metadata,
  externalId: input.external_id,
  createdAt: input.created_at,
});

async function wantConversation(db: Database, id: string): Promise<void> {
  const [found] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, id), isNull(conversations.deletedAt)));
  if (!found) throw noConversation(id);
}

function taken(input: Input, id: string, why: 'deleted' | 'differs'): ToolError {
  const external = `external_id ${input.external_id ?? ''}`;
  return new ToolError(
    'conflict',
    why === 'deleted'
      ? `The result of this run with ${external} was deleted.`
      : `${external} is already used by another result of this run.`,
    {
      field: 'external_id',
      received: input.external_id,
      id,
      ...(why === 'deleted' ? { problem: 'deleted' } : {}),
      suggestion: 'Use a new external_id for a new result.',
    },
  );
}
