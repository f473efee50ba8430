import * as z from 'zod';
import { embeddingHealth } from '../shared/embedding-health.ts';
import { tool } from '../tool/tool.ts';

export default tool({
  name: 'embedding_health',
  title: 'Check the embedding model',
  description:
    'Check that the embedding model answers, and how many texts are still to be embedded. Without a model, search uses words only; that is not an error.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    configured: z.boolean().describe('Whether an embedding model is configured'),
    provider: z.string().optional().describe('Provider of the model'),
    model: z.string().optional().describe('Name'),
    dimensions: z.int().optional().describe('Dimensions of a vector'),
    ok: z.boolean().describe('Whether the model answered this check'),
    pending: z.int().describe('Number of texts still to be embedded'),
    message: z.string().describe('Summary with advice'),
  }),
  run: (_, deps) => embeddingHealth(deps),
});
