import { type Reader, readable } from '../artifacts/reader.ts';
import type { Sql } from '../postgres/connect.ts';
import type { Fragment } from '../search/collection/collection.ts';

/** A commitment is done, overdue from the day after it is due, and open otherwise. */
export const commitmentStates = ['open', 'overdue', 'done'] as const;
export type CommitmentState = (typeof commitmentStates)[number];

/** Condition: a person has not said that `e` is no event. */
export const counts = (sql: Sql): Fragment => sql`e.verdict is distinct from 'rejected'`;

/** Condition: the subject of `e` is named in its sentence; extractions of before call one `unnamed` that is not. */
const names = (sql: Sql): Fragment =>
  sql`lower(e.subject_json ->> 'ref') not in ('', 'unnamed') and e.subject_json ->> 'type' <> 'other'`;

/** What an actor is called who is not named: "the team" is whoever writes. */
const nobody = ['', 'the team', 'team', 'we', 'everyone'];
const isNamed = nobody.map((name) => `@ != ${JSON.stringify(name)}`).join(' && ');
const anyNamed = `$[*].ref ? (${isNamed})`;
const sameNamed = `$[*].ref ? (${isNamed} && (@ == $whole || @ == $first[*] || @ starts with $before))`;
/** How many of the first words of a name it may be called by. */
const mostWords = 4;

const inLower = (sql: Sql, actors: Fragment): Fragment => sql`lower(${actors}::text)::jsonb`;
/** Condition: actors of an event are called by a name. */
const named = (sql: Sql, actors: Fragment): Fragment =>
  sql`jsonb_path_exists(${inLower(sql, actors)}, ${anyNamed}::jsonpath)`;
/** The named actors of `d`, each as `other`; a source of rows. */
const others = (sql: Sql): Fragment => sql`jsonb_array_elements(d.actors_json) other`;
const otherIsNamed = (sql: Sql): Fragment => sql`lower(other ->> 'ref') <> all(${nobody})`;

/** How `other` may be called: by the whole name, by its first words, and before further ones. */
const formsOf = (sql: Sql): Fragment => {
  const name = sql`lower(other ->> 'ref')`;
  const first = Array.from(
    { length: mostWords },
    (_, i) => sql`array_to_string((string_to_array(${name}, ' '))[:${i + 1}::int], ' ')`,
  );
  return sql`jsonb_build_object('whole', ${name}, 'before', ${name} || ' ',
    'first', jsonb_build_array(${first.map((one, i) => (i === 0 ? one : sql`, ${one}`))}))`;
};
/** Condition: an actor of `e` is called by one of these {@link formsOf}. */
const isCalled = (sql: Sql, forms: Fragment): Fragment =>
  sql`jsonb_path_exists(${inLower(sql, sql`e.actors_json`)}, ${sameNamed}::jsonpath, ${forms})`;

/** Condition: `e` and `d` have somebody in common, by the whole name or the first, where both name anybody. */
const shareActor = (sql: Sql): Fragment => sql`
  (not ${named(sql, sql`e.actors_json`)} or not ${named(sql, sql`d.actors_json`)}
    or exists (select from ${others(sql)} where ${otherIsNamed(sql)} and ${isCalled(sql, formsOf(sql))}))`;

/**
 * The same of one actor, where `d.who` has the {@link formsOf} one of the execution, or null where it names nobody: Citus refuses a query
 * inside this condition.
 */
const sharesOne = (sql: Sql): Fragment => sql`
  (d.who is null or not ${named(sql, sql`e.actors_json`)} or ${isCalled(sql, sql`d.who`)})`;

/** The day of a revision `of`, by its source. Days are compared as text, which no stored date can fail. */
const dayOf = (sql: Sql, of: Fragment): Fragment =>
  sql`coalesce(left(${of}.document_date, 10), to_char(${of}.source_ts, 'YYYY-MM-DD'))`;

/**
 * Condition: the execution `d` is not known to be before the commitment `e` of the revision `r`. Where one of them has no time, the
 * days of their documents are compared, and within a document nothing is.
 *
 * @param told the day of the document of `d`.
 */
const notBefore = (sql: Sql, told: Fragment): Fragment => sql`
  case when d.event_time is not null and e.event_time is not null then d.event_time >= e.event_time
    else d.artifact_uid = e.artifact_uid
      or (coalesce(to_char(d.event_time, 'YYYY-MM-DD'), ${told})
        >= coalesce(to_char(e.event_time, 'YYYY-MM-DD'), ${dayOf(sql, sql`r`)})) is not false end`;

/** What a text says, it says on its own day: the last of them is nearer to the day of a deed in it than that of its file. */
const isSaid = (sql: Sql): Fragment => sql`said.category in ('Commitment', 'Decision')`;

/**
 * The event that closes the commitment `e` of the revision `r`: the first execution of the same subject, in the same document or in
 * another one of its project, that did not happen before it and was not by others. Null where a person said that it is not done,
 * and for other events. A title or heading that stands in for a subject (`other`) closes nothing: all that is told below it would
 * have it.
 */
export const closedBy = (sql: Sql, reader: Reader, spread: boolean): Fragment => {
  if (spread) return closedApart(sql, reader);
  const told: Fragment = sql`coalesce(
    (select to_char(max(said.event_time), 'YYYY-MM-DD') from semantic_events said
     where said.artifact_uid = d.artifact_uid and said.revision_id = d.revision_id and ${isSaid(sql)}),
    ${dayOf(sql, sql`its`)})`;
  return sql`
  (select d.event_id from semantic_events d join artifacts a using (artifact_uid)
     join artifact_revisions its using (artifact_uid, revision_id)
   where e.category = 'Commitment' and e.done is not false
     and d.category = 'Execution' and d.verdict is distinct from 'rejected' and its.is_latest
     and lower(d.subject_json ->> 'ref') = lower(e.subject_json ->> 'ref') and ${names(sql)}
     and (d.artifact_uid = e.artifact_uid
       or a.project = (select own.project from artifacts own where own.artifact_uid = e.artifact_uid))
     and ${readable(sql, reader)} and ${notBefore(sql, told)} and ${shareActor(sql)}
   order by d.event_time nulls last, d.event_id limit 1)`;
};

/**
 * The same where documents are spread over nodes, of the document `a` of `e`: executions are gathered first, without their texts
 * and once for each who takes part, and each node compares its own events with them.
 */
const closedApart = (sql: Sql, reader: Reader): Fragment => sql`
  (select d.event_id from (
     select d.event_id, d.artifact_uid, a.project, d.event_time, lower(d.subject_json ->> 'ref') as ref,
       case when other is not null then ${formsOf(sql)} end as who,
       coalesce(to_char(said.at, 'YYYY-MM-DD'), ${dayOf(sql, sql`its`)}) as told
     from semantic_events d join artifacts a using (artifact_uid) join artifact_revisions its using (artifact_uid, revision_id)
       left join ${others(sql)} on ${otherIsNamed(sql)}
       left join (select said.artifact_uid, said.revision_id, max(said.event_time) as at from semantic_events said
         where ${isSaid(sql)} group by 1, 2) said using (artifact_uid, revision_id)
     where d.category = 'Execution' and d.verdict is distinct from 'rejected' and its.is_latest and ${readable(sql, reader)}
     offset 0) d
   where e.category = 'Commitment' and e.done is not false
     and d.ref = lower(e.subject_json ->> 'ref') and ${names(sql)}
     and (d.artifact_uid = e.artifact_uid or d.project = a.project)
     and ${notBefore(sql, sql`d.told`)} and ${sharesOne(sql)}
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
