import * as z from 'zod';
import { upsertMemory } from '../../db/memory/memories.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { exceedsCharacters } from '../tool/text.ts';
import { tool } from '../tool/tool.ts';
import * as m from './shared.ts';

export default tool({
  name: 'memory_store',
  title: 'Store a memory',
  description:
    'Store one lasting memory: a preference, a fact, something about a project, a decision. Use one short statement per memory; an identical statement is stored only once.',
  effect: 'add',
  input: z.strictObject({
    content: z
      .string()
      .refine((text) => text.trim() !== '', 'must not be empty')
      .refine((text) => !exceedsCharacters(text, 10_000), {
        error: 'may have at most 10,000 characters',
        params: { limit: 10_000 },
      })
      .describe('The statement'),
    type: m.memoryType,
    confidence: m.confidence.describe('Your confidence'),
    conversation_id: z.string().min(1).max(200).optional().describe('Conversation in which it was learned'),
    project: p.project.optional(),
    external_id: p.externalId.optional(),
  }),
  output: z.object({
    memory_id: z.string().describe('Memory id'),
    created_at: z.string().describe('Time it was stored'),
    duplicate: z.boolean().optional().describe('True when it was already stored'),
  }),
  async run(input, { db, newId }) {
    const stored = await upsertMemory(db.sql, {
      memoryId: newId(),
      type: input.type,
      content: input.content,
      confidence: input.confidence,
      conversationId: input.conversation_id,
      project: input.project,
      externalId: input.external_id,
    });
    if (stored.differs)
      throw new ToolError('conflict', `external_id ${input.external_id} is already used by another memory.`, {
        field: 'external_id',
        received: input.external_id,
        memory_id: stored.memoryId,
        suggestion: 'Use a new external_id for a new memory.',
      });
    return {
      memory_id: stored.memoryId,
      created_at: stored.createdAt,
      ...(stored.duplicate ? { duplicate: true } : {}),
    };
  },
});
