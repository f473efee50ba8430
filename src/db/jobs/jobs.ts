import type { Sql } from '../postgres/connect.ts';
import type { JobStatus } from '../schema/jobs.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** Identifies a worker's hold on a job: only its owner, in the current attempt, can finish or release it. */
export type JobLock = { jobId: string; lockedBy: string; runId: string };

export type ClaimedJob = JobLock & {
  artifactUid: string;
  revisionId: string;
  attempts: number;
  maxAttempts: number;
};

/** Why a job failed. */
export type JobFailure = {
  /** Short, stable identifier. */
  code: string;
  message: string;
  /** A retry would fail as well. */
  permanent: boolean;
  /** Minimum wait before a retry, if the failed service requested one. */
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
  /** JSON of what the last finished extraction made of the text; null before it. */
  result: string | null;
};

export const toJob = (row: Job): Job => ({
  ...row,
  nextRunAt: rfc3339(row.nextRunAt),
  createdAt: rfc3339(row.createdAt),
  updatedAt: rfc3339(row.updatedAt),
});

export const jobColumns = (sql: Sql) => sql`
  j.job_id, j.artifact_uid, j.revision_id, j.status, j.attempts, j.max_attempts, j.next_run_at, j.locked_by,
  j.last_error_code, j.last_error_message, j.created_at, j.updated_at, j.result_json::text as result`;

/** Seconds to wait before the second, the third and every further attempt. */
export const backoffSeconds = [30, 120, 600] as const;

/** Creates the job of a revision within the caller's transaction; an existing job is left unchanged. */
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

/** How many due jobs will be claimed before this one. */
export async function jobsAhead(sql: Sql, jobId: string): Promise<number> {
  const [row] = await sql<{ ahead: number }[]>`
    select count(*)::int as ahead from event_jobs j
    join event_jobs me on me.job_id = ${jobId} and me.status = 'PENDING'
    where j.status = 'PENDING' and (j.next_run_at, j.created_at, j.job_id) < (me.next_run_at, me.created_at, me.job_id)`;
  return row?.ahead ?? 0;
}

/**
 * Makes the transaction of a statement commit without waiting for the disk. A crash of the database may undo the
 * transaction as a whole; the job is then simply done again. Foreground stores do not queue behind its flush.
 */
export const withAsyncCommit = (sql: Sql) => sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Claims due jobs, each for one worker only, in one statement: `SKIP LOCKED` passes over jobs that another worker is
 * claiming. Ordering by `next_run_at` reads the index from its start, however long the queue is.
 *
 * @param runIds new ids, one for each job that may be claimed. If the answer is lost, {@link releaseJobs} releases by them.
 */
export async function claimJobs(
  sql: Sql,
  lockedBy: string,
  runIds: readonly string[],
): Promise<ClaimedJob[]> {
  const rows = await sql<Omit<ClaimedJob, 'lockedBy'>[]>`
    with due as (
      select job_id from event_jobs
      where status = 'PENDING' and next_run_at <= now()
      order by next_run_at, created_at
      limit ${runIds.length}
      for update skip locked
    ),
    runs as (
      select job_id, (${[...runIds]}::uuid[])[row_number() over ()] as run_id from due
    ),
    claimed as (
      update event_jobs j
      set status = 'PROCESSING', locked_at = now(), locked_by = ${lockedBy}, run_id = runs.run_id,
          attempts = j.attempts + 1, updated_at = now()
      from runs where j.job_id = runs.job_id
      returning j.job_id, j.artifact_uid, j.revision_id, j.attempts, j.max_attempts, j.run_id
    )
    select claimed.*, ${withAsyncCommit(sql)} from claimed`;
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

/** Whether {@link claimJobs} or {@link releaseDeadJobs} would find any job. */
export async function jobsAreDue(sql: Sql, leaseMs: number): Promise<boolean> {
  const [row] = await sql<{ due: boolean }[]>`
    select exists (select 1 from event_jobs where status = 'PENDING' and next_run_at <= now())
        or exists (select 1 from event_jobs where status = 'PROCESSING'
                   and locked_at < now() - make_interval(secs => ${leaseMs / 1000}::float8)) as due`;
  return row?.due === true;
}

/** Renews the leases of these jobs; returns the ids of those that the caller still owns. */
export async function heartbeat(sql: Sql, locks: readonly JobLock[]): Promise<Set<string>> {
  const rows = await sql<{ jobId: string }[]>`
    update event_jobs set locked_at = now()
    where job_id = any(${locks.map((lock) => lock.jobId)}::uuid[])
      and run_id = any(${locks.map((lock) => lock.runId)}::uuid[]) and status = 'PROCESSING'
    returning job_id`;
  return new Set(rows.map((row) => row.jobId));
}

/**
 * Ends a failed attempt: the job is retried after a backoff, or becomes FAILED when the failure is permanent or no
 * attempts are left. No effect on a job that now has another owner.
 */
export async function failJob(sql: Sql, lock: JobLock, failure: JobFailure): Promise<JobStatus | undefined> {
  const [first, second, further] = backoffSeconds;
  const [row] = await sql<{ status: JobStatus }[]>`
    update event_jobs
    set status = case when ${failure.permanent} or attempts >= max_attempts then 'FAILED' else 'PENDING' end,
        next_run_at = now() + make_interval(secs => greatest(
          case when attempts = 1 then ${first}::int when attempts = 2 then ${second}::int else ${further}::int end,
          ${(failure.retryAfterMs ?? 0) / 1000}::float8)),
        locked_at = null, locked_by = null, run_id = null,
        last_error_code = ${failure.code}, last_error_message = ${failure.message}, updated_at = now()
    where job_id = ${lock.jobId} and run_id = ${lock.runId} and locked_by = ${lock.lockedBy} and status = 'PROCESSING'
    returning status`;
  return row?.status;
}

/**
 * Releases the jobs of these runs as if they had never been claimed: neither a shutdown nor an outage of the database is
 * a failed attempt.
 */
export async function releaseJobs(sql: Sql, runIds: readonly string[]): Promise<number> {
  const released = await sql`
    update event_jobs
    set status = 'PENDING', next_run_at = now(), attempts = greatest(0, attempts - 1),
        locked_at = null, locked_by = null, run_id = null, updated_at = now()
    where run_id = any(${[...runIds]}::uuid[]) and status = 'PROCESSING'`;
  return released.count;
}

/**
 * Releases the jobs of workers without a heartbeat for a lease; they are due at once. A job without attempts left
 * becomes FAILED, since it presumably kills its workers.
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
 * Makes a revision's job due now with all attempts, whatever its state. A running job is left to its worker unless
 * `interrupt` is given: then that worker's result is discarded.
 *
 * @returns the job and whether it was queued; undefined when the revision has none.
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

/** When the job that waits longest was queued or became due; undefined when none waits. */
export async function oldestWaiting(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ at: string | null }[]>`
    select min(next_run_at) as at from event_jobs where status = 'PENDING' and next_run_at <= now()`;
  return row?.at ? rfc3339(row.at) : undefined;
}
