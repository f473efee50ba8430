import { manageable, type Reader, readable } from '../artifacts/reader.ts';
import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** An extraction that failed for good. */
export type FailedJob = {
  artifactUid: string;
  revisionId: string;
  title: string | null;
  project: string | null;
  attempts: number;
  errorCode: string | null;
  errorMessage: string | null;
  at: string;
};

/** Failed extractions of the latest revisions of documents that this reader sees, the last one first, and their number. */
export async function failedJobs(
  sql: Sql,
  reader: Reader,
  limit: number,
): Promise<{ jobs: FailedJob[]; total: number }> {
  const rows = await sql<(FailedJob & { total: number })[]>`
    select j.artifact_uid, j.revision_id, a.title, a.project, j.attempts, j.last_error_code as error_code,
           j.last_error_message as error_message, j.updated_at as at, (count(*) over ())::int as total
    from event_jobs j join artifacts a using (artifact_uid) join artifact_revisions r using (artifact_uid, revision_id)
    where j.status = 'FAILED' and ${readable(sql, reader)} and r.is_latest
    order by j.updated_at desc, j.job_id limit ${limit}`;
  return {
    jobs: rows.map(({ total: _, ...row }) => ({ ...row, at: rfc3339(row.at) })),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * Queues the extraction of the latest revisions again: of those that failed, or of all that are not running. Their events stay
 * until the new ones are stored.
 *
 * @returns how many were queued.
 */
export async function requeueJobs(
  sql: Sql,
  reader: Reader,
  which: { failedOnly: boolean; project: string | undefined },
): Promise<number> {
  const queued = await sql`
    with meant as materialized (
      select r.artifact_uid, r.revision_id from artifacts a join artifact_revisions r using (artifact_uid)
      where a.deleted_at is null and ${manageable(sql, reader)} and r.is_latest
        and ${which.project === undefined ? sql`true` : sql`a.project = ${which.project}`}
    )
    update event_jobs j
    set status = 'PENDING', attempts = 0, next_run_at = now(), locked_at = null, locked_by = null, run_id = null,
        last_error_code = null, last_error_message = null, updated_at = now()
    from meant m
    where m.artifact_uid = j.artifact_uid and m.revision_id = j.revision_id
      and ${which.failedOnly ? sql`j.status = 'FAILED'` : sql`j.status in ('FAILED', 'DONE')`}`;
  return queued.count;
}
