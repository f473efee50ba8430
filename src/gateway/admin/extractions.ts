import * as z from 'zod';
import { artifactIdOf } from '../../db/artifacts/ids.ts';
import { failedJobs, requeueJobs } from '../../db/events/reextraction.ts';
import * as p from '../../handlers/shared/params.ts';
import { readerOf } from '../../handlers/tool/rights.ts';
import { tool } from '../../handlers/tool/tool.ts';

export const listFailedExtractions = tool({
  name: 'extractions_failed',
  title: 'List failed extractions',
  description: 'Documents whose events could not be extracted, with the reasons, the last one first.',
  effect: 'delete', // as the commands of an administrator
  input: z.strictObject({ limit: p.limit }),
  output: z.object({
    extractions: z
      .array(
        z.object({
          artifact_id: z.string().describe('Document'),
          revision_id: z.string().describe('Revision'),
          title: p.nullableText.describe('Title'),
          project: p.nullableText.describe('Project'),
          attempts: z.int().describe('Attempts'),
          error_code: p.nullableText.describe('Code of the last error'),
          error: p.nullableText.describe('Message of the last error'),
          at: z.string().describe('Time of the last attempt'),
        }),
      )
      .describe('The failed ones'),
    total: z.int().describe('How many failed'),
  }),
  async run({ limit }, deps) {
    const { jobs, total } = await failedJobs(deps.db.sql, readerOf(deps), limit);
    return {
      total,
      extractions: jobs.map((job) => ({
        artifact_id: artifactIdOf(job.artifactUid),
        revision_id: job.revisionId,
        title: job.title,
        project: job.project,
        attempts: job.attempts,
        error_code: job.errorCode,
        error: job.errorMessage,
        at: job.at,
      })),
    };
  },
});

export const requeueExtractions = tool({
  name: 'extractions_requeue',
  title: 'Extract events again',
  description:
    'Queue the extraction of documents again: of those that failed, or of all, such as after a change of model. Corrections of events are kept.',
  effect: 'change',
  input: z.strictObject({
    all: z.boolean().default(false).describe('Also those that succeeded'),
    project: p.project.optional().describe('Only documents of this project'),
  }),
  output: z.object({ queued: z.int().describe('Extractions queued') }),
  run: async ({ all, project }, deps) => ({
    queued: await requeueJobs(deps.db.sql, readerOf(deps), { failedOnly: !all, project }),
  }),
});
