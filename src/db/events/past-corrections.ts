import type { Sql } from '../postgres/connect.ts';
import type { Verdict } from '../schema/events.ts';

/** What a person said of an extracted event: its category then, and now if it was changed. */
export type StoredCorrection = {
  category: string;
  quote: string;
  verdict: Verdict;
  /** The category that replaced it; null if it stayed. */
  changed: string | null;
};

const most = 1000;

/**
 * What people said last of the events of other documents of a document's project that everybody may read: what is kept to some must
 * not show in what others are told. What they said of its own events is applied to those by `corrections.ts`.
 */
export async function pastCorrectionsFor(sql: Sql, artifactUid: string): Promise<StoredCorrection[]> {
  return await sql<StoredCorrection[]>`
    with own as materialized (select artifact_uid, project from artifacts where artifact_uid = ${artifactUid})
    select c.category, c.quote, c.verdict, c.fields ->> 'category' as changed
    from event_corrections c
    join artifacts a using (artifact_uid)
    cross join own
    where a.project = own.project and a.artifact_uid <> own.artifact_uid and a.deleted_at is null
      and a.visibility_scope <> 'me' and a.sensitivity = 'normal'
    order by c.updated_at desc, c.correction_id limit ${most}`;
}
