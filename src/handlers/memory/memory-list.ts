import * as z from 'zod';
import { listMemories } from '../../db/memory/memories.ts';
import * as p from '../shared/params.ts';
import { projectsMeant } from '../shared/project-name.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { tool } from '../tool/tool.ts';
import * as m from './shared.ts';

export default tool({
  name: 'memory_list',
  title: 'List memories',
  description: 'List memories, the newest first.',
  effect: 'read',
  input: z.strictObject({
    type: m.memoryType.optional().describe('Only of this type'),
    project: m.ofProject,
    limit: p.limit,
    offset: p.offset,
  }),
  output: z.object({
    memories: z
      .array(
        m.memoryOut.extend({
          conversation_id: z.string().optional().describe('Conversation it was learned in'),
          project: z.string().optional().describe('Project'),
          created_at: z.string().describe('Time it was stored'),
        }),
      )
      .describe('The memories'),
    total: z.int().describe('Memories in all'),
    next_offset: z.int().optional().describe('Offset of the next page, if any'),
  }),
  async run({ type, project, limit, offset }, deps) {
    const projects = await projectsMeant(project, 'memories', deps);
    const { memories, total } = await listMemories(deps.db.sql, { type, projects }, limit, offset);
    const page = withinBudget(
      memories.map((memory) => ({
        memory_id: memory.memoryId,
        type: memory.type,
        content: memory.content,
        confidence: memory.confidence,
        conversation_id: memory.conversationId ?? undefined,
        project: memory.project ?? undefined,
        created_at: memory.createdAt,
      })),
    );
    const next = offset + page.length;
    return { memories: page, total, ...(page.length > 0 && next < total ? { next_offset: next } : {}) };
  },
});
