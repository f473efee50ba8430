import type { Sql } from '../postgres/connect.ts';
import type { JobStatus } from '../schema/jobs.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** What a worker holds of a job: only its owner, in its present attempt, can finish it or give it back. */
export type JobLock = { jobId: string; lockedBy: string; runId: string };

export type ClaimedJob = JobLock & {
  artifactUid: string;
  revisionId: string;
  attempts: number;
  maxAttempts: number;
};

/** Why a job failed. */
export type JobFailure = {
  /** Short and stable. */
  code: string;
  message: string;
  /** Trying again would change nothing. */
  permanent: boolean;
  /** The least time to wait, where somebody asked for it. */
  retryAfterMs?: number | undefined;
};

export type Job = {
  jobId: string;
  artifactUid: string;
  revisionId: string;
  status: JobStatus;
  attempts: number;
  maxAttempts: number;
  nextRunAt: string;
  lockedBy: string | null;
  lastErrorCode: string | null;
  lastErrorMessage: string | null;
  createdAt: string;
  updatedAt: string;
};

export const toJob = (row: Job): Job => ({
  ...row,
  nextRunAt: rfc3339(row.nextRunAt),
  createdAt: rfc3339(row.createdAt),
  updatedAt: rfc3339(row.updatedAt),
});

export const jobColumns = (sql: Sql) => sql`
  j.job_id, j.artifact_uid, j.revision_id, j.status, j.attempts, j.max_attempts, j.next_run_at, j.locked_by,
  j.last_error_code, j.last_error_message, j.created_at, j.updated_at`;

/** Seconds before the second, the third and every further attempt. */
export const backoffSeconds = [30, 120, 600] as const;

/** Within the caller's transaction: the revision has a job from now on; one that is there stays as it is. */
export async function enqueue(
  tx: Sql,
  job: { jobId: string; artifactUid: string; revisionId: string; maxAttempts: number },
): Promise<Job> {
  const [made] = await tx<Job[]>`
    insert into event_jobs as j (job_id, artifact_uid, revision_id, max_attempts)
    values (${job.jobId}, ${job.artifactUid}, ${job.revisionId}, ${job.maxAttempts})
    on conflict (artifact_uid, revision_id, job_type) do nothing
    returning ${jobColumns(tx)}`;
  const found = made ? toJob(made) : await findJob(tx, job.artifactUid, job.revisionId);
  if (!found) throw new Error('a job was deleted while its revision was stored');
  return found;
}

/** The job of a revision. */
export async function findJob(sql: Sql, artifactUid: string, revisionId: string): Promise<Job | undefined> {
  const [row] = await sql<Job[]>`
    select ${jobColumns(sql)} from event_jobs j
    where j.artifact_uid = ${artifactUid} and j.revision_id = ${revisionId} and j.job_type = 'extract_events'`;
  return row && toJob(row);
}

/** How many jobs that are due will be claimed before this one. */
export async function jobsAhead(sql: Sql, jobId: string): Promise<number> {
  const [row] = await sql<{ ahead: number }[]>`
    select count(*)::int as ahead from event_jobs j
    join event_jobs me on me.job_id = ${jobId} and me.status = 'PENDING'
    where j.status = 'PENDING' and (j.next_run_at, j.created_at, j.job_id) < (me.next_run_at, me.created_at, me.job_id)`;
  return row?.ahead ?? 0;
}

/**
 * Lets the transaction of a statement commit without waiting for the disk. What a crash of the database takes back then
 * it takes back whole: the job is as it was, and is done again. Stores that somebody waits for do not queue behind it.
 */
export const withAsyncCommit = (sql: Sql) => sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Takes up to so many jobs that are due, each for one worker alone, in one statement: `SKIP LOCKED` leaves what another
 * is taking at this moment. Order by `next_run_at` reads the index from its beginning however long the queue is.
 */
export async function claimJobs(sql: Sql, lockedBy: string, most: number): Promise<ClaimedJob[]> {
  const rows = await sql<Omit<ClaimedJob, 'lockedBy'>[]>`
    with due as (
      select job_id from event_jobs
      where status = 'PENDING' and next_run_at <= now()
      order by next_run_at, created_at
      limit ${most}
      for update skip locked
    )
    update event_jobs j
    set status = 'PROCESSING', locked_at = now(), locked_by = ${lockedBy}, run_id = gen_random_uuid(),
        attempts = j.attempts + 1, updated_at = now()
    from due where j.job_id = due.job_id
    returning j.job_id, j.artifact_uid, j.revision_id, j.attempts, j.max_attempts, j.run_id, ${withAsyncCommit(sql)}`;
  return rows.map(({ jobId, runId, artifactUid, revisionId, attempts, maxAttempts }) => ({
    jobId,
    lockedBy,
    runId,
    artifactUid,
    revisionId,
    attempts,
    maxAttempts,
  }));
}

/** Whether {@link claimJobs} or {@link releaseDeadJobs} would find something. */
export async function jobsAreDue(sql: Sql, leaseMs: number): Promise<boolean> {
  const [row] = await sql<{ due: boolean }[]>`
    select exists (select from event_jobs where status = 'PENDING' and next_run_at <= now())
        or exists (select from event_jobs where status = 'PROCESSING'
                   and locked_at < now() - make_interval(secs => ${leaseMs / 1000}::float8)) as due`;
  return row?.due === true;
}

/** Says that these are being worked on; returns the job ids that are still the caller's. */
export async function heartbeat(sql: Sql, locks: readonly JobLock[]): Promise<Set<string>> {
  const rows = await sql<{ jobId: string }[]>`
    update event_jobs set locked_at = now()
    where job_id = any(${locks.map((lock) => lock.jobId)}::uuid[])
      and run_id = any(${locks.map((lock) => lock.runId)}::uuid[]) and status = 'PROCESSING'
    returning job_id`;
  return new Set(rows.map((row) => row.jobId));
}

/**
 * Ends an attempt that failed: the job runs again after a pause, or is FAILED when that would change nothing or it has
 * had its attempts. Nothing happens to a job that is somebody else's by now.
 */
export async function failJob(sql: Sql, lock: JobLock, failure: JobFailure): Promise<JobStatus | undefined> {
  const [first, second, further] = backoffSeconds;
  const [row] = await sql<{ status: JobStatus }[]>`
    update event_jobs
    set status = case when ${failure.permanent} or attempts >= max_attempts then 'FAILED' else 'PENDING' end,
        next_run_at = now() + make_interval(secs => greatest(
          case attempts when 1 then ${first}::int when 2 then ${second}::int else ${further}::int end,
          ${(failure.retryAfterMs ?? 0) / 1000}::float8)),
        locked_at = null, locked_by = null, run_id = null,
        last_error_code = ${failure.code}, last_error_message = ${failure.message}, updated_at = now()
    where job_id = ${lock.jobId} and run_id = ${lock.runId} and locked_by = ${lock.lockedBy} and status = 'PROCESSING'
    returning status`;
  return row?.status;
}

/** Hands jobs back as if they had not been claimed: a stop is no failed attempt. */
export async function releaseJobs(sql: Sql, locks: readonly JobLock[]): Promise<number> {
  const released = await sql`
    update event_jobs
    set status = 'PENDING', next_run_at = now(), attempts = greatest(0, attempts - 1),
        locked_at = null, locked_by = null, run_id = null, updated_at = now()
    where job_id = any(${locks.map((lock) => lock.jobId)}::uuid[])
      and run_id = any(${locks.map((lock) => lock.runId)}::uuid[]) and status = 'PROCESSING'`;
  return released.count;
}

/**
 * Frees the jobs of workers that have given no sign of life for a lease; they are due at once. One that has had its
 * attempts is FAILED: whatever kills its workers would go on doing so.
 */
export async function releaseDeadJobs(sql: Sql, leaseMs: number): Promise<number> {
  const released = await sql`
    with dead as (
      select job_id from event_jobs
      where status = 'PROCESSING' and locked_at < now() - make_interval(secs => ${leaseMs / 1000}::float8)
      for update skip locked
    )
    update event_jobs j
    set status = case when j.attempts >= j.max_attempts then 'FAILED' else 'PENDING' end, next_run_at = now(),
        last_error_code = 'worker_lost',
        last_error_message = 'The worker ' || j.locked_by || ' ended without finishing the job.',
        locked_at = null, locked_by = null, run_id = null, updated_at = now()
    from dead where j.job_id = dead.job_id`;
  return released.count;
}

/**
 * Makes a revision's job due now, with all its attempts before it, whatever its state. One that is being worked on is
 * left to its worker, unless `interrupt` takes it away: that worker's result is not stored then.
 *
 * @returns the job, and whether it was queued; undefined when the revision has none.
 */
export async function requeueJob(
  sql: Sql,
  artifactUid: string,
  revisionId: string,
  interrupt: boolean,
): Promise<{ job: Job; queued: boolean } | undefined> {
  const [row] = await sql<Job[]>`
    update event_jobs j
    set status = 'PENDING', attempts = 0, next_run_at = now(), locked_at = null, locked_by = null, run_id = null,
        last_error_code = null, last_error_message = null, updated_at = now()
    where j.artifact_uid = ${artifactUid} and j.revision_id = ${revisionId} and j.job_type = 'extract_events'
      and (${interrupt} or j.status <> 'PROCESSING')
    returning ${jobColumns(sql)}`;
  if (row) return { job: toJob(row), queued: true };
  const job = await findJob(sql, artifactUid, revisionId);
  return job && { job, queued: false };
}

/** How many jobs there are in each state. */
export async function countJobs(sql: Sql): Promise<Record<JobStatus, number>> {
  const rows = await sql<{ status: JobStatus; n: number }[]>`
    select status, count(*)::int as n from event_jobs group by status`;
  const counts = { PENDING: 0, PROCESSING: 0, DONE: 0, FAILED: 0 };
  for (const { status, n } of rows) counts[status] = n;
  return counts;
}
