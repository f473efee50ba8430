import { type Reader, readable } from '../artifacts/reader.ts';
import { namedTitle } from '../conversations/catalogue.ts';
import { closedBy, counts } from '../events/ledger.ts';
import type { Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** What a session may be told of earlier work in its project. Times are RFC 3339. */
export type BriefSources = {
  sessions: { id: string; named: string | null; opening: string | null; agent: string | null; at: string }[];
  /** `due`: since when an outcome could be known, if that time has come. */
  decisions: { id: string; statement: string; confidence: number; at: string; due: string | null }[];
  commitments: { narrative: string /** When it is due. */; at: string | null; overdue: boolean }[];
  lessons: { id: number; type: string; situation: string; approach: string; outcome: string }[];
};

const most = 5;

/**
 * Reads the latest work of a project: its sessions in which something was said, decisions without an outcome (those due first),
 * commitments in its documents, and experiences that an outcome has proved.
 *
 * @param projects names that stand for the project: paths and base names.
 * @param session the session that asks, which is left out.
 * @param sees false leaves out a toolset that the caller may not read.
 */
export async function briefSources(
  sql: Sql,
  { projects, session, reader }: { projects: readonly string[]; session: string | undefined; reader: Reader },
  sees: (toolset: string) => boolean,
): Promise<BriefSources> {
  const names = [...projects];
  const spread = await isSpread(sql);
  const ifSeen = <T>(toolset: string, read: () => Promise<T[]>): Promise<T[]> =>
    sees(toolset) ? read() : Promise.resolve([]);
  const [sessions, decisions, commitments, lessons] = await Promise.all([
    ifSeen(
      'conversations',
      () => sql<BriefSources['sessions']>`
        select c.id, ${namedTitle(sql)} as named, k.opening, c.metadata ->> 'source' as agent, h.updated_at as at
        from conversations c join conversation_heads h on h.conversation_id = c.id and h.open
        left join conversation_catalogue k on k.conversation_id = c.id
        where c.project = any(${names}::text[]) and c.session_id is distinct from ${session ?? null}
          and c.metadata ->> 'parent_conversation_id' is null and h.message_count > 0
          and coalesce(${namedTitle(sql)}, k.opening) is not null
        order by h.updated_at desc limit 3`,
    ),
    ifSeen(
      'decisions',
      () => sql<BriefSources['decisions']>`
        select id, statement, confidence, created_at as at,
          case when review_at <= now() then review_at end as due from decisions d
        where deleted_at is null and not concluded and (project = any(${names}::text[]) or d.session_id in (
          select c.session_id from conversations c where c.project = any(${names}::text[]) and c.deleted_at is null))
        order by (review_at <= now()) desc nulls last, created_at desc limit ${most}`,
    ),
    ifSeen(
      'events',
      () => sql<BriefSources['commitments']>`
        select narrative, at, coalesce(at < now() - interval '1 day', false) as overdue from (
        select distinct on (coalesce(e.fact_id, e.event_id)) e.narrative, e.due as at, e.event_id from semantic_events e
        join artifacts a on a.artifact_uid = e.artifact_uid and ${readable(sql, reader)}
        join artifact_revisions r on r.artifact_uid = e.artifact_uid and r.revision_id = e.revision_id and r.is_latest
        where e.category = 'Commitment' and ${counts(sql)} and a.project = any(${names}::text[])
          and not coalesce(e.done, ${closedBy(sql, reader, spread)} is not null)
        order by coalesce(e.fact_id, e.event_id), e.due nulls last, e.event_id) told_once
        order by at nulls last, event_id limit ${most}`,
    ),
    ifSeen(
      'experience',
      () => sql<BriefSources['lessons']>`
        select id::float8 as id, type, situation, approach, outcome from experiences x
        where deleted_at is null and proof = 'confirmed' and project = any(${names}::text[])
          and not exists (select from experiences newer where newer.revision_of = x.id and newer.deleted_at is null)
        order by created_at desc, id desc limit ${most}`,
    ),
  ]);
  return {
    sessions: sessions.map((row) => ({ ...row, at: rfc3339(row.at) })),
    decisions: decisions.map((row) => ({
      ...row,
      at: rfc3339(row.at),
      due: row.due === null ? null : rfc3339(row.due),
    })),
    commitments: commitments.map((row) => ({ ...row, at: row.at === null ? null : rfc3339(row.at) })),
    lessons: [...lessons],
  };
}
