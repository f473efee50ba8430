import { buryDocuments } from '../artifacts/delete.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import type { RetentionPolicy } from '../schema/artifacts.ts';

/** Artifacts per statement. */
const atATime = 200;

/**
 * Condition: the artifact has expired by its own policy. `1y`: a year after its text last changed. `until_resolved`:
 * once its metadata has `resolved: true`. `custom`: after the day in `retain_until` of its metadata.
 */
const due = (sql: Sql, at: string) => sql`
  deleted_at is null and (
    (retention_policy = '1y' and revised_at < ${at}::text::timestamptz - interval '1 year')
    or (retention_policy = 'until_resolved' and metadata -> 'resolved' = 'true')
    or (retention_policy = 'custom' and metadata ->> 'retain_until' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}'
      and left(metadata ->> 'retain_until', 10) < left(${at}::text, 10))
  )`;

/**
 * Deletes artifacts that have expired by their own policy, like a user's deletion: they are no longer found, no import
 * restores them, and until they are purged they can be restored.
 *
 * @returns how many were deleted, by policy.
 */
export async function expireArtifacts(
  sql: Pool,
  now: Date,
  dryRun: boolean,
): Promise<Record<string, number>> {
  const at = now.toISOString();
  const expired: Record<string, number> = {};
  const count = (rows: { policy: RetentionPolicy; n: number }[]) => {
    for (const { policy, n } of rows) expired[policy] = (expired[policy] ?? 0) + n;
    return rows.length > 0;
  };
  if (dryRun)
    count(
      await sql`
      select retention_policy as policy, count(*)::int as n from artifacts where ${due(sql, at)} group by 1`,
    );
  else while (count(await deleteDue(sql, at)));
  return expired;
}

/** In two statements: tombstones may be known to other nodes, and documents are not. */
const deleteDue = (sql: Pool, at: string): Promise<{ policy: RetentionPolicy; n: number }[]> =>
  sql.begin(async (tx) => {
    // Rows of several nodes cannot be locked by one statement.
    const locked = (await isSpread(tx)) ? tx`` : tx`for update skip locked`;
    const gone = await tx<{ policy: RetentionPolicy; system: string; id: string }[]>`
      with due as (
        select artifact_uid from artifacts where ${due(tx, at)} limit ${atATime} ${locked}
      ),
      gone as (
        update artifacts a set deleted_at = ${at}::text::timestamptz from due where a.artifact_uid = due.artifact_uid and a.deleted_at is null
        returning a.artifact_uid, a.retention_policy, a.source_system, coalesce(a.source_id, a.artifact_uid) as source_id
      ),
      jobs as (delete from event_jobs j using gone where j.artifact_uid = gone.artifact_uid)
      select retention_policy as policy, source_system as system, source_id as id from gone`;
    await buryDocuments(tx, gone, at);
    return gone.map(({ policy }) => ({ policy, n: 1 }));
  });

/**
 * Restores deleted artifacts with their texts, revisions and events. A text whose events were not extracted yet is
 * queued again.
 *
 * @returns their uids.
 */
export const restoreArtifacts = (
  sql: Pool,
  what: { artifactUid: string } | { since: string },
): Promise<string[]> =>
  sql.begin(async (tx) => {
    const back = await tx<{ uid: string; system: string; id: string }[]>`
      with back as (
        update artifacts set deleted_at = null
        where deleted_at is not null
          and ${'since' in what ? tx`deleted_at >= ${what.since}::text::timestamptz` : tx`artifact_uid = ${what.artifactUid}`}
        returning artifact_uid, source_system, coalesce(source_id, artifact_uid) as source_id
      ),
      jobs as (
        insert into event_jobs (job_id, artifact_uid, revision_id, status)
        select gen_random_uuid(), r.artifact_uid, r.revision_id,
               case when exists (
                 select 1 from semantic_events e where e.artifact_uid = r.artifact_uid and e.revision_id = r.revision_id
               ) then 'DONE' else 'PENDING' end
        from artifact_revisions r join back using (artifact_uid)
        on conflict (artifact_uid, revision_id, job_type) do nothing
      )
      select artifact_uid as uid, source_system as system, source_id as id from back`;
    if (back.length > 0)
      await tx`
        delete from tombstones
        where kind = 'artifact' and (parent, source_id) in (
          select * from unnest(${back.map(({ system }) => system)}::text[], ${back.map(({ id }) => id)}::text[]))`;
    return back.map(({ uid }) => uid);
  });
