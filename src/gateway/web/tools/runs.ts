import * as z from 'zod';
import { listRuns } from '../../../db/fiedler/search.ts';
import * as p from '../../../handlers/shared/params.ts';
import { tool } from '../../../handlers/tool/tool.ts';

const run = z.object({
  correlationId: z.string().describe('Run'),
  prompt: z.string().nullable().describe('Start of its prompt'),
  models: z.array(z.string()).describe('Models that answered, in order'),
  failed: z.int().describe('Answers that failed'),
  createdAt: z.string().describe('Time of its latest answer'),
});

export const runsTool = tool({
  name: 'viewer_runs',
  title: 'List runs',
  description: 'The runs of orchestrators, the latest first.',
  effect: 'read',
  toolset: 'fiedler',
  input: z.strictObject({ limit: p.limit, offset: p.offset }),
  output: z.object({
    runs: z.array(run).describe('This page'),
    total: z.int().describe('Runs in all'),
  }),
  run: ({ limit, offset }, deps) => listRuns(deps.db.sql, limit, offset),
});
