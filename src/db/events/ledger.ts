import { type Reader, readable } from '../artifacts/reader.ts';
import type { Sql } from '../postgres/connect.ts';
import type { Fragment } from '../search/collection/collection.ts';

/** A commitment is done, overdue from the day after it is due, and open otherwise. */
export const commitmentStates = ['open', 'overdue', 'done'] as const;
export type CommitmentState = (typeof commitmentStates)[number];

/** Condition: a person has not said that `e` is no event. */
export const counts = (sql: Sql): Fragment => sql`e.verdict is distinct from 'rejected'`;

/** Condition: the subject of `e` is named in its sentence. */
const names = (sql: Sql): Fragment =>
  sql`e.subject_json ->> 'ref' <> '' and e.subject_json ->> 'type' <> 'other'`;

/**
 * The event that closes the commitment `e`: the first execution of the same subject, in the same document or in another one of
 * its project, that did not happen before it. Null where a person said that it is not done, and for other events. A title or
 * heading that stands in for a subject (`other`) closes nothing: all that is told below it would have it.
 */
export const closedBy = (sql: Sql, reader: Reader, spread: boolean): Fragment => {
  if (spread) return closedApart(sql, reader);
  return sql`
  (select d.event_id from semantic_events d join artifacts a using (artifact_uid)
     join artifact_revisions r using (artifact_uid, revision_id)
   where e.category = 'Commitment' and e.done is not false
     and d.category = 'Execution' and d.verdict is distinct from 'rejected' and r.is_latest
     and lower(d.subject_json ->> 'ref') = lower(e.subject_json ->> 'ref') and ${names(sql)}
     and (d.event_time >= e.event_time) is not false
     and (d.artifact_uid = e.artifact_uid
       or a.project = (select own.project from artifacts own where own.artifact_uid = e.artifact_uid))
     and ${readable(sql, reader)}
   order by d.event_time nulls last, d.event_id limit 1)`;
};

/**
 * The same where documents are spread over nodes, of the document `a` of `e`: executions are gathered first, without their texts,
 * and each node compares its own events with them.
 */
const closedApart = (sql: Sql, reader: Reader): Fragment => sql`
  (select d.event_id from (
     select d.event_id, d.artifact_uid, a.project, d.event_time, lower(d.subject_json ->> 'ref') as ref
     from semantic_events d join artifacts a using (artifact_uid) join artifact_revisions r using (artifact_uid, revision_id)
     where d.category = 'Execution' and d.verdict is distinct from 'rejected' and r.is_latest and ${readable(sql, reader)}
     offset 0) d
   where e.category = 'Commitment' and e.done is not false
     and d.ref = lower(e.subject_json ->> 'ref') and ${names(sql)}
     and (d.event_time >= e.event_time) is not false
     and (d.artifact_uid = e.artifact_uid or d.project = a.project)
   order by d.event_time nulls last, d.event_id limit 1)`;

/** Condition: the commitment `e` is in this state at a time, RFC 3339. */
export const inState = (
  sql: Sql,
  state: { is: CommitmentState; now: string },
  reader: Reader,
  spread: boolean,
): Fragment => {
  const { is, now } = state;
  const done = sql`coalesce(e.done, ${closedBy(sql, reader, spread)} is not null)`;
  const late = sql`coalesce(e.due < ${now}::text::timestamptz - interval '1 day', false)`;
  const state_ = { done, open: sql`not ${done} and not ${late}`, overdue: sql`not ${done} and ${late}` };
  return sql`(e.category = 'Commitment' and ${state_[is]})`;
};

/** The state of a commitment at a time. */
export function stateOf(
  {
    done,
    closedBy: by,
    due,
  }: { done: boolean | null; closedBy: string | null; due?: string | null | undefined },
  now: Date,
): CommitmentState {
  if (done ?? by !== null) return 'done';
  return due != null && Date.parse(due) < now.getTime() - 86_400_000 ? 'overdue' : 'open';
}
