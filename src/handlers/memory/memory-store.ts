import * as z from 'zod';
import { memories } from '../../db/memory/collection.ts';
import { memoriesByDocNo, supersede, upsertMemory } from '../../db/memory/memories.ts';
import * as p from '../shared/params.ts';
import { searchOf } from '../shared/search.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { cut, exceedsCharacters } from '../tool/text.ts';
import { tool } from '../tool/tool.ts';
import { isOnTheSame } from './domain/same-subject.ts';
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
    conversation_id: z.string().min(1).max(200).optional().describe('Conversation it was learned in'),
    project: p.project.optional(),
    external_id: p.externalId.optional(),
    replaces: m.memoryId.optional().describe('Memory it corrects'),
  }),
  output: z.object({
    memory_id: z.string().describe('Memory id'),
    created_at: z.string().describe('Time it was stored'),
    duplicate: z.boolean().optional().describe('True when it was already stored'),
    similar: z
      .record(z.string(), z.string())
      .optional()
      .describe('Others on the same, by id; to correct one, store this again with replaces'),
  }),
  async run(input, deps) {
    const { db, newId } = deps;
    const stored = await db.sql.begin(async (tx) => {
      const kept = await upsertMemory(tx, {
        memoryId: newId(),
        type: input.type,
        content: input.content,
        confidence: input.confidence,
        conversationId: input.conversation_id,
        project: input.project,
        externalId: input.external_id,
      });
      if (kept.differs)
        throw new ToolError(
          'conflict',
          `external_id ${input.external_id} is already used by another memory.`,
          {
            field: 'external_id',
            received: input.external_id,
            memory_id: kept.memoryId,
            suggestion: 'Use a new external_id for a new memory.',
          },
        );
      if (input.replaces !== undefined && !(await supersede(tx, input.replaces, kept.memoryId)))
        throw m.noMemory(input.replaces, 'replaces');
      return kept;
    });
    const similar = input.replaces === undefined ? await alike(input.content, stored.memoryId, deps) : [];
    return {
      memory_id: stored.memoryId,
      created_at: stored.createdAt,
      ...(stored.duplicate ? { duplicate: true } : {}),
      ...(similar.length > 0 ? { similar: Object.fromEntries(similar) } : {}),
    };
  },
});

const compared = 10;
const mostShown = 3;
const mostCharacters = 300;

/** Other memories that state something of the same, which may contradict this one. */
async function alike(content: string, own: string, deps: Deps) {
  const { sql } = deps.db;
  const query = {
    text: content,
    mode: 'any' as const,
    filter: { minConfidence: 0 },
    limit: compared,
    offset: 0,
  };
  const { hits } = await searchOf(deps).find(memories, query);
  const found = await memoriesByDocNo(
    sql,
    hits.map(({ docNo }) => docNo),
  );
  return hits
    .flatMap(({ docNo }) => found.get(docNo) ?? [])
    .filter((one) => one.memoryId !== own && isOnTheSame(one.content, content))
    .slice(0, mostShown)
    .map((one) => [one.memoryId, cut(one.content, mostCharacters)] as const);
}
