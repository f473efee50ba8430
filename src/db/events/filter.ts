import { type Reader, readable } from '../artifacts/reader.ts';
import type { Sql } from '../postgres/connect.ts';
import type { Fragment } from '../search/collection/collection.ts';
import { type CommitmentState, counts, inState } from './ledger.ts';

export type EventFilter = {
  category?: string | undefined;
  /** `from` is inclusive, `to` exclusive; events without a time are outside of every range. */
  timeFrom?: string | undefined;
  timeTo?: string | undefined;
  /** Naming an artifact includes its events even if it is highly sensitive. */
  artifactUid?: string | undefined;
  /** Part of the name of someone involved, in any case, with or without accents. */
  actor?: string | undefined;
  project?: string | undefined;
  /** Leaves out events of other projects than this. */
  within?: string | undefined;
  dueBefore?: string | undefined;
  /** Only what belongs in a digest. */
  main?: boolean | undefined;
  /** Commitments in a state, at a time. */
  state?: { is: CommitmentState; now: string } | undefined;
  allRevisions: boolean;
  reader: Reader;
};

/** A name in small letters without accents: "Yıldız" as "yildiz". */
const unmarked = (sql: Sql, name: Fragment): Fragment =>
  sql`translate(regexp_replace(normalize(lower(${name}), NFD), '[\\u0300-\\u036f]', '', 'g'), 'ıøłđ', 'iold')`;

/** Condition on an event `e`, its artifact `a` and revision `r`. */
const eventsWhere = (sql: Sql, filter: EventFilter, spread: boolean): Fragment => sql`
  ${readable(sql, filter.reader)} and ${counts(sql)}
  ${filter.category === undefined ? sql`` : sql`and e.category = ${filter.category}`}
  ${filter.timeFrom === undefined ? sql`` : sql`and e.event_time >= ${filter.timeFrom}::text::timestamptz`}
  ${filter.project === undefined ? sql`` : sql`and a.project = ${filter.project}`}
  ${filter.within === undefined ? sql`` : sql`and (a.project is null or a.project = ${filter.within})`}
  ${filter.main === true ? sql`and e.main` : sql``}
  ${filter.dueBefore === undefined ? sql`` : sql`and e.due < ${filter.dueBefore}::text::timestamptz`}
  ${
    filter.actor === undefined
      ? sql``
      : sql`and exists (select from jsonb_array_elements(e.actors_json) who
          where position(${unmarked(sql, sql`${filter.actor}::text`)} in ${unmarked(sql, sql`who ->> 'ref'`)}) > 0)`
  }
  ${filter.state === undefined ? sql`` : sql`and ${inState(sql, filter.state, filter.reader, spread)}`}
  ${filter.timeTo === undefined ? sql`` : sql`and e.event_time < ${filter.timeTo}::text::timestamptz`}
  ${
    filter.artifactUid === undefined
      ? sql`and a.sensitivity <> 'highly_sensitive'`
      : sql`and a.artifact_uid = ${filter.artifactUid}`
  }
  ${filter.allRevisions ? sql`` : sql`and r.is_latest`}`;

/**
 * The events `e` that match a filter, with artifact `a` and revision `r`: of those that tell one fact in several documents, the
 * one that a person confirmed or that is surest. All of them where one document or all revisions are meant.
 *
 * @param spread whether documents are spread over nodes.
 */
export const matchingEvents = (sql: Sql, filter: EventFilter, spread: boolean): Fragment => {
  const from = sql`
    from semantic_events e join artifacts a using (artifact_uid) join artifact_revisions r using (artifact_uid, revision_id)`;
  const meant = eventsWhere(sql, filter, spread);
  if (filter.artifactUid !== undefined || filter.allRevisions) return sql`${from} where ${meant}`;
  // On several nodes: the events that tell facts are compared first, without their texts.
  if (spread)
    return sql`
      ${from} where ${meant} and (e.fact_id is null or e.event_id in (
        select distinct on (e.fact_id) e.event_id ${from} where e.fact_id is not null and ${meant}
        order by e.fact_id, e.main desc, e.confidence desc, e.event_id))`;
  return sql`
    ${from} cross join lateral (select e.fact_id, e.event_id) own (fact, id)
    where ${meant} and (own.fact is null or own.id = (
      select e.event_id ${from} where e.fact_id = own.fact and ${meant}
      order by e.main desc, e.confidence desc, e.event_id limit 1))`;
};
