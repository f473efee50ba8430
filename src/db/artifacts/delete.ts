import type { Sql } from '../postgres/connect.ts';
import { manageable, type Reader } from './reader.ts';

export type Deletion = { status: 'deleted' | 'kept'; revisions: number; events: number };

/**
 * Deletes an artifact with all its revisions, chunks, events and evidence, for every reader at once, and leaves a
 * tombstone, in one transaction. Its jobs are deleted too, so that a worker cannot finish one. The rows stay until they
 * are purged.
 *
 * @param force without it, an artifact with events or more than one revision is kept.
 * @returns undefined when no such artifact exists that this reader may delete.
 */
export async function deleteArtifact(
  tx: Sql,
  uid: string,
  { force, reader }: { force: boolean; reader: Reader },
): Promise<Deletion | undefined> {
  const [row] = await tx<{ revisions: number; events: number }[]>`
    select (select count(*)::int from artifact_revisions r where r.artifact_uid = ${uid}) as revisions,
           (select count(*)::int from semantic_events e where e.artifact_uid = ${uid}) as events
    from artifacts a where a.artifact_uid = ${uid} and a.deleted_at is null and ${manageable(tx, reader)} for update`;
  if (!row) return undefined;
  if (!force && (row.events > 0 || row.revisions > 1)) return { status: 'kept', ...row };
  const gone = await tx<{ system: string; id: string }[]>`
    with gone as (
      update artifacts set deleted_at = now() where artifact_uid = ${uid}
      returning source_system, coalesce(source_id, artifact_uid) as source_id
    ),
    jobs as (delete from event_jobs where artifact_uid = ${uid})
    select source_system as system, source_id as id from gone`;
  await buryDocuments(tx, gone, null);
  return { status: 'deleted', ...row };
}

/** Leaves tombstones of documents, by the ids of their sources. */
export async function buryDocuments(
  tx: Sql,
  gone: readonly { system: string; id: string }[],
  at: string | null,
): Promise<void> {
  if (gone.length === 0) return;
  await tx`
    insert into tombstones (kind, parent, source_id, deleted_at)
    select distinct 'artifact', g.system, g.id, coalesce(${at}::text::timestamptz, now())
    from unnest(${gone.map(({ system }) => system)}::text[], ${gone.map(({ id }) => id)}::text[]) as g (system, id)
    on conflict (kind, parent, source_id) do update set deleted_at = excluded.deleted_at`;
}

/** True when a user deleted the document of this source: imports must not restore it. */
export async function isBuried(sql: Sql, sourceSystem: string, sourceId: string): Promise<boolean> {
  const found = await sql`
    select 1 from tombstones where kind = 'artifact' and parent = ${sourceSystem} and source_id = ${sourceId}`;
  return found.count > 0;
}
