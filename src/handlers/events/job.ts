import * as z from 'zod';
import type { Job } from '../../db/jobs/jobs.ts';
import { jobStatuses } from '../../db/schema/jobs.ts';
import * as p from '../shared/params.ts';

/** A job as tools return it. */

export const jobOut = z.object({
  job_id: z.string().describe('Id'),
  artifact_uid: z.string().describe('The document'),
  revision_id: z.string().describe('The revision'),
  status: z.enum(jobStatuses).describe('State'),
  attempts: z.int().describe('Tries so far'),
  max_attempts: z.int().describe('Tries at most'),
  next_run_at: p.nullableText.describe('When it is due, if it waits'),
  locked_by: p.nullableText.describe('Worker'),
  last_error_code: p.nullableText.describe('Why it last failed'),
  last_error_message: p.nullableText.describe('The same in a sentence'),
  created_at: z.string().describe('When queued'),
  updated_at: z.string().describe('When changed'),
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
});
