import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { artifactRevisions } from './artifacts.ts';
import { timestamptz } from './columns.ts';

export const jobStatuses = ['PENDING', 'PROCESSING', 'DONE', 'FAILED'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The extraction queue: one permanent row per revision, with the result of its last extraction. */
export const eventJobs = pgTable(
  'event_jobs',
  {
    jobId: uuid('job_id').primaryKey(),
    jobType: text('job_type').notNull().default('extract_events'),
    artifactUid: text('artifact_uid').notNull(),
    revisionId: text('revision_id').notNull(),
    status: text({ enum: jobStatuses }).notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    maxAttempts: integer('max_attempts').notNull().default(5),
    nextRunAt: timestamptz('next_run_at').notNull().default(sql`now()`),
    /** The worker's last heartbeat. */
    lockedAt: timestamptz('locked_at'),
    lockedBy: text('locked_by'),
    /**
     * The attempt that holds the lock: a worker that lost a job and claimed it again counts as another owner, and so do
     * two workers with the same name. Becomes the `extraction_run_id` of its events.
     */
    runId: uuid('run_id'),
    /** What the last finished extraction made of the text. */
    result: jsonb('result_json').$type<{
      events: number;
      extractor: string;
      language: string | null;
      dropped: { reason: string; count: number }[];
    }>(),
    lastErrorCode: text('last_error_code'),
    lastErrorMessage: text('last_error_message'),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    updatedAt: timestamptz('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    foreignKey({
      name: 'event_jobs_revision_fkey',
      columns: [t.artifactUid, t.revisionId],
      foreignColumns: [artifactRevisions.artifactUid, artifactRevisions.revisionId],
    }).onDelete('cascade'),
    uniqueIndex('event_jobs_revision_type_key').on(t.artifactUid, t.revisionId, t.jobType),
    index('idx_event_jobs_status_next_run').on(t.status, t.nextRunAt, t.createdAt),
    index('idx_event_jobs_locked').on(t.lockedAt).where(sql`status = 'PROCESSING'`),
    check('event_jobs_status_check', sql.raw(`status IN ('PENDING', 'PROCESSING', 'DONE', 'FAILED')`)),
  ],
);
