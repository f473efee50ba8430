import * as z from 'zod';
import { memories } from '../../db/memory/collection.ts';
import { memoriesByDocNo } from '../../db/memory/memories.ts';
import { leastCosine } from '../shared/near-search.ts';
import { projectsMeant } from '../shared/project-name.ts';
import { queryVectorOf } from '../shared/query-vector.ts';
import { fitReply } from '../shared/reply-budget.ts';
import { searchOf, withNotedSearch } from '../shared/search.ts';
import { tool } from '../tool/tool.ts';
import * as m from './shared.ts';

export default tool({
  name: 'memory_search',
  title: 'Search memories',
  description: 'Search memories by words and meaning, best first. Any word can match.',
  effect: 'read',
  input: z.strictObject({
    query: z.string().trim().min(1).max(500).describe('Keywords or a question'),
    limit: z.int().min(1).max(20).default(5).describe('Most results'),
    project: m.ofProject,
    min_confidence: m.confidence.default(0).describe('Minimum confidence'),
  }),
  output: z.object({
    results: z
      .array(m.memoryOut.extend({ score: z.number().describe('Higher is better') }))
      .describe('Best matches'),
    total: z.int().describe('Matches in all'),
    message: z.string().optional().describe('Why results are missing'),
  }),
  async run({ query, limit, project, min_confidence: minConfidence }, deps) {
    const { noted, messageOf } = withNotedSearch(deps);
    // A memory is one short sentence, which is rarely asked for in its own words.
    const { queryVector } = await queryVectorOf(query, deps);
    const answer = await searchOf(noted).find(memories, {
      text: query,
      mode: 'auto',
      filter: { minConfidence, projects: await projectsMeant(project, 'memories', deps) },
      limit,
      offset: 0,
      queryVector: queryVector && { ...queryVector, least: leastCosine },
    });
    const found = await memoriesByDocNo(
      deps.db.sql,
      answer.hits.map((hit) => hit.docNo),
    );
    const results = answer.hits.flatMap(({ docNo, score }) => {
      const memory = found.get(docNo);
      return memory
        ? [
            {
              memory_id: memory.memoryId,
              type: memory.type,
              content: memory.content,
              confidence: memory.confidence,
              score,
            },
          ]
        : []; // deleted in the meantime
    });
    const reply = fitReply(results);
    return { ...reply, total: answer.total, message: messageOf(reply.message) };
  },
});
