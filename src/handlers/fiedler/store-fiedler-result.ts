import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '../../db/postgres/connect.ts';
import { conversations, fiedlerResults } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { noConversation } from '../tool/not-found.ts';
import { tool } from '../tool/tool.ts';
import { withExternalId } from './result.ts';

const tokens = z.int().min(0).max(p.mostInteger);

const input = z.strictObject({
  correlation_id: z.string().min(1).max(500).describe('Orchestration run this answer belongs to'),
  model: z.string().min(1).max(500).describe('Model that answered'),
  prompt: p.content.optional().describe('Prompt sent to the model'),
  output: p.content.optional().describe('Answer of the model; optional for a failed call'),
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
  }),
  async run(input, { db, newId }) {
    if (input.status === 'success' && input.output === undefined)
      throw new ToolError('invalid_input', 'output: is required when status is success.', {
        field: 'output',
        problem: 'is required when status is success',
      });
    if (input.conversation_id !== undefined) await wantConversation(db, input.conversation_id);
    const [stored] = await db
      .insert(fiedlerResults)
      .values({
        id: newId(),
        correlationId: input.correlation_id,
        model: input.model,
        prompt: input.prompt,
        output: input.output,
        tokensPrompt: input.tokens_prompt,
        tokensCompletion: input.tokens_completion,
        // PostgreSQL rejects a number too small for single precision.
        durationSeconds:
          input.duration_seconds === undefined ? undefined : Math.fround(input.duration_seconds),
        status: keptStatus(input),
        errorMessage: input.error_message,
        conversationId: input.conversation_id,
        metadata: input.metadata,
        externalId: input.external_id,
      })
      .onConflictDoNothing()
      .returning({ id: fiedlerResults.id, created_at: fiedlerResults.createdAt });
    if (stored) return { ...stored, correlation_id: input.correlation_id };
    return duplicateOf(db, input);
  },
});

const keptStatus = ({ status }: Input) => (status === 'success' ? 'success' : 'error');

async function wantConversation(db: Database, id: string): Promise<void> {
  const [found] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, id), isNull(conversations.deletedAt)));
  if (!found) throw noConversation(id);
}

/** Handles an insert that stored nothing because a result of this run has the external id. */
async function duplicateOf(db: Database, input: Input) {
  const externalId = input.external_id ?? '';
  const [known] = await db
    .select()
    .from(fiedlerResults)
    .where(withExternalId(input.correlation_id, externalId));
  if (!known) throw new Error('a result was deleted while it was looked up by its external id');
  const same =
    known.model === input.model &&
    known.status === keptStatus(input) &&
    known.prompt === (input.prompt ?? null) &&
    known.output === (input.output ?? null) &&
    known.errorMessage === (input.error_message ?? null);
  if (!same)
    throw new ToolError(
      'conflict',
      `external_id ${externalId} is already used by another result of this run.`,
      {
        field: 'external_id',
        received: externalId,
        id: known.id,
        suggestion: 'Use a new external_id for a new result.',
      },
    );
  return { id: known.id, correlation_id: known.correlationId, created_at: known.createdAt, duplicate: true };
}
