import * as z from 'zod';
import type { Job } from '../../db/jobs/jobs.ts';
import { jobStatuses } from '../../db/schema/jobs.ts';
import * as p from '../shared/params.ts';

/** A job as returned by tools. */

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
