import type { Sql } from '../connect.ts';

/**
 * Takes deletions of artifacts back that are not purged yet, in one statement: each has its revisions, chunks, events and
 * evidence as before. Its jobs went when it was deleted: a revision with events counts as done, any other is due.
 *
 * @param what one artifact, or all that was deleted at or after a time.
 * @returns the artifacts that are back, in the order in which they were deleted.
 */
export async function restoreArtifacts(
  sql: Sql,
  what: { uid: string } | { since: string },
): Promise<string[]> {
  const rows = await sql<{ artifact_uid: string }[]>`
    with meant as (
      select artifact_uid, deleted_at from artifacts
      where deleted_at is not null
        and ${'since' in what ? sql`deleted_at >= ${what.since}::text::timestamptz` : sql`artifact_uid = ${what.uid}`}
      for update
    ),
    back as (
      update artifacts a set deleted_at = null from meant where a.artifact_uid = meant.artifact_uid
      returning a.artifact_uid, a.source_system, coalesce(a.source_id, a.artifact_uid) as source_id, meant.deleted_at
    ),
    known as (
      delete from tombstones t using back
      where t.kind = 'artifact' and t.parent = back.source_system and t.source_id = back.source_id
    ),
    jobs as (
      insert into event_jobs (job_id, artifact_uid, revision_id, status)
      select gen_random_uuid(), r.artifact_uid, r.revision_id,
             case when exists (select from semantic_events e
                               where e.artifact_uid = r.artifact_uid and e.revision_id = r.revision_id)
                  then 'DONE' else 'PENDING' end
      from artifact_revisions r join back using (artifact_uid)
      on conflict (artifact_uid, revision_id, job_type) do nothing
    )
    select artifact_uid from back order by deleted_at, artifact_uid`;
  return rows.map((row) => row.artifact_uid);
}
