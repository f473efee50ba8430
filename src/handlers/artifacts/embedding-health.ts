import * as z from 'zod';
import { embeddingHealth } from '../shared/embedding-health.ts';
import { tool } from '../tool/tool.ts';

export default tool({
  name: 'embedding_health',
  title: 'Health of search by meaning',
  description:
    'Ask the embedding model for a sign of life, and see how many texts still wait to be embedded. Without a model search is by words, and nothing is wrong.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    configured: z.boolean().describe('Whether an embedding model is named'),
    provider: z.string().optional().describe('Who runs it'),
    model: z.string().optional().describe('Name'),
    dimensions: z.int().optional().describe('Numbers in a vector'),
    ok: z.boolean().describe('Whether it answered just now'),
    pending: z.int().describe('Texts that wait to be embedded'),
    message: z.string().describe('The same in a sentence, with what to do'),
  }),
  run: (_, deps) => embeddingHealth(deps),
});
