import { type Reader, readable } from '../artifacts/reader.ts';
import type { Sql } from '../postgres/connect.ts';
import type { Verdict } from '../schema/events.ts';
import type { Fragment } from '../search/collection/collection.ts';
import { joinPeople, type NamePeople } from './people.ts';

/** What an event tells, as far as it decides whether another one tells the same. Times are RFC 3339. */
export type Told = {
  eventId: string;
  category: string;
  narrative: string;
  subject: string;
  actors: string[];
  eventTime: string | null;
  due: string | null;
};

/** Finds, for fresh events, known ones that tell the same fact: ids of known events by ids of fresh ones. */
export type ToldBefore = (fresh: readonly Told[], known: readonly Told[]) => Map<string, string>;

/** Events of other documents that those of a document are compared with, the latest. */
const most = 1000;

const told = (sql: Sql): Fragment => sql`
  e.event_id, e.category, e.narrative, coalesce(e.subject_json ->> 'ref', '') as subject,
  array(select who ->> 'ref' from jsonb_array_elements(e.actors_json) who) as actors, e.event_time, e.due`;

/** What documents of a project have in common: judged by whoever extracts. */
export type Across = { people: NamePeople; toldBefore: ToldBefore };

/**
 * Joins the events of a revision to those of other documents of its project: the same people under one name, the same facts as
 * one. Extractions that finish at the same time in one project wait for each other, so that one of them sees the other's
 * events.
 */
export async function joinProject(
  tx: Sql,
  revision: Revision,
  { people, toldBefore }: Across,
): Promise<void> {
  const [artifact] = await tx<{ project: string | null }[]>`
    select project from artifacts where artifact_uid = ${revision.artifactUid} and deleted_at is null`;
  if (!artifact) return;
  const { project } = artifact;
  await tx`select pg_advisory_xact_lock(hashtextextended(${`events:${project ?? ''}`}, 0))`;
  // Documents without a project need not have people in common.
  if (project !== null) await joinPeople(tx, project, people);
  await joinFacts(tx, revision, project, toldBefore);
}

type Revision = { artifactUid: string; revisionId: string };

async function joinFacts(
  tx: Sql,
  { artifactUid, revisionId }: Revision,
  project: string | null,
  toldBefore: ToldBefore,
): Promise<void> {
  const fresh = await tx<Told[]>`
    select ${told(tx)} from semantic_events e
    where e.artifact_uid = ${artifactUid} and e.revision_id = ${revisionId} and e.verdict is distinct from 'rejected'
      and e.fact_id is null`;
  if (fresh.length === 0) return;
  const known = await tx<(Told & { factId: string | null })[]>`
    select ${told(tx)}, e.fact_id from semantic_events e
    join artifacts a using (artifact_uid) join artifact_revisions r using (artifact_uid, revision_id)
    where a.project is not distinct from ${project} and a.artifact_uid <> ${artifactUid} and a.deleted_at is null
      and r.is_latest and e.verdict is distinct from 'rejected'
    order by e.created_at desc, e.event_id limit ${most}`;
  const facts = new Map(known.map(({ eventId, factId }) => [eventId, factId ?? eventId]));
  const pairs = [...toldBefore(fresh, known)].flatMap(([freshId, knownId]) => {
    const fact = facts.get(knownId);
    return fact === undefined ? [] : [freshId, knownId].map((event) => ({ event, fact }));
  });
  if (pairs.length === 0) return;
  await tx`
    update semantic_events e set fact_id = p.fact
    from (select distinct event, fact from unnest(${pairs.map(({ event }) => event)}::uuid[],
      ${pairs.map(({ fact }) => fact)}::uuid[]) as p (event, fact)) p
    where e.event_id = p.event and e.fact_id is null`;
}

/** Another place where the fact of an event is told. */
export type Retelling = { eventId: string; artifactUid: string; title: string | null; quote: string };

/** Where else the facts of events are told, in latest revisions that may be read, by event. */
export async function retellingsOf(
  sql: Sql,
  eventIds: readonly string[],
  reader: Reader,
): Promise<Map<string, Retelling[]>> {
  const rows = await sql<(Retelling & { of: string })[]>`
    with own as materialized (
      select event_id, fact_id from semantic_events where event_id = any(${[...eventIds]}::uuid[]))
    select own.event_id as of, e.event_id, e.artifact_uid, a.title, v.quote
    from own
    join semantic_events e on e.fact_id = own.fact_id and e.event_id <> own.event_id
    join artifacts a on a.artifact_uid = e.artifact_uid
    join artifact_revisions r on r.artifact_uid = e.artifact_uid and r.revision_id = e.revision_id
    join event_evidence v on v.artifact_uid = e.artifact_uid and v.event_id = e.event_id and v.position = 0
    where r.is_latest and e.verdict is distinct from 'rejected'
      and a.sensitivity <> 'highly_sensitive' and ${readable(sql, reader)}
    order by e.confidence desc, e.event_id`;
  const byEvent = new Map<string, Retelling[]>();
  for (const { of, ...telling } of rows) byEvent.set(of, [...(byEvent.get(of) ?? []), telling]);
  return byEvent;
}

/** Events that tell the fact of an event in latest revisions that may be changed by their reader, rejected ones included; itself first. */
export async function membersOf(
  sql: Sql,
  eventId: string,
  reader: Reader,
): Promise<{ eventId: string; artifactUid: string; verdict: Verdict | null; factId: string | null }[]> {
  return await sql`
    with own as materialized (select event_id, fact_id from semantic_events where event_id = ${eventId})
    select e.event_id, e.artifact_uid, e.verdict, e.fact_id
    from own
    join semantic_events e on e.event_id = own.event_id or e.fact_id = own.fact_id
    join artifacts a on a.artifact_uid = e.artifact_uid
    join artifact_revisions r on r.artifact_uid = e.artifact_uid and r.revision_id = e.revision_id
    where (r.is_latest or e.event_id = own.event_id) and ${readable(sql, reader)}
    order by e.event_id <> own.event_id, e.event_id`;
}
