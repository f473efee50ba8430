import type { Sql } from '../postgres/connect.ts';
import type { NewExperience } from './experiences.ts';

/** What a reasoning session concluded, as the experience recorded from it. */
export type Conclusion = {
  /** The experience as it was recorded. */
  id: number;
  conclusion: string;
  /** Its newest version, and why that was made. */
  newest: number;
  reason: string | null;
};

/** The conclusions of a session of this id, and of its sessions before a reset, whose experience is still there. */
export const conclusionsOf = (sql: Sql, sessionId: string): Promise<Conclusion[]> => sql<Conclusion[]>`
  with recursive versions as (
    select r.experience_id as first, e.id, e.revision_reason, r.conclusion
    from reasoning_sessions r join experiences e on e.id = r.experience_id
    where (r.session_id = ${sessionId} or starts_with(r.session_id, ${`${sessionId}/`}))
      and r.phase = 'finalized' and r.deleted_at is null and e.deleted_at is null
    union
    select v.first, e.id, e.revision_reason, v.conclusion
    from versions v join experiences e on e.revision_of = v.id where e.deleted_at is null
  )
  select distinct on (first) first::float8 as id, conclusion, id::float8 as newest, revision_reason as reason
  from versions order by first, versions.id desc`;

/** The decisions captured in a session. */
export const decisionsOfSession = (
  sql: Sql,
  sessionId: string,
): Promise<{ id: string; statement: string }[]> => sql<{ id: string; statement: string }[]>`
  select id, statement from decisions where session_id = ${sessionId} and deleted_at is null order by id`;

/** An experience as it would be stored again. */
export async function experienceAsStored(
  sql: Sql,
  id: number,
): Promise<Omit<NewExperience, 'createdAt' | 'revisionOf' | 'revisionReason'> | undefined> {
  const [row] = await sql<Omit<NewExperience, 'createdAt' | 'revisionOf' | 'revisionReason'>[]>`
    select type, domain, situation, approach, outcome, reasoning, confidence, scope, tags, project, session_id, proof
    from experiences where id = ${id} and deleted_at is null`;
  return row;
}
