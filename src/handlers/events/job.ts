import * as z from 'zod';
import type { Job } from '../../db/jobs/jobs.ts';
import { jobStatuses } from '../../db/schema/jobs.ts';
import * as p from '../shared/params.ts';

/** A job as returned by tools. */

/** What an extraction made of the text. */
const resultOut = z
  .object({
    events: z.int().describe('Number of events'),
    extractor: z.string().describe('Extractor'),
    language: p.nullableText.describe('ISO 639-1, or und; null if not told'),
    dropped: z
      .array(z.object({ reason: z.string().describe('Reason'), count: z.int().describe('Number') }))
      .describe('What was left out and why; language_not_read: only en, de, fr, es are'),
  })
  .nullable()
  .describe('Result of the last finished extraction');

export const jobOut = z.object({
  job_id: z.string().describe('Id'),
  artifact_uid: z.string().describe('The document'),
  revision_id: z.string().describe('The revision'),
  status: z.enum(jobStatuses).describe('State'),
  attempts: z.int().describe('Number of attempts so far'),
  max_attempts: z.int().describe('Maximum number of attempts'),
  next_run_at: p.nullableText.describe('Time it is due; null unless pending'),
  locked_by: p.nullableText.describe('Worker'),
  last_error_code: p.nullableText.describe('Code of the last error'),
  last_error_message: p.nullableText.describe('Message of the last error'),
  created_at: z.string().describe('Time it was queued'),
  updated_at: z.string().describe('Time of the last change'),
  result: resultOut,
});

export const toJob = (job: Job) => ({
  job_id: job.jobId,
  artifact_uid: job.artifactUid,
  revision_id: job.revisionId,
  status: job.status,
  attempts: job.attempts,
  max_attempts: job.maxAttempts,
  next_run_at: job.status === 'PENDING' ? job.nextRunAt : null,
  locked_by: job.lockedBy,
  last_error_code: job.lastErrorCode,
  last_error_message: job.lastErrorMessage,
  created_at: job.createdAt,
  updated_at: job.updatedAt,
  result: job.result === null ? null : resultOut.parse(JSON.parse(job.result)),
});
