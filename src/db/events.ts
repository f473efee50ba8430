import { type Reader, readable } from './artifacts/read.ts';
import type { Sql } from './connect.ts';
import type { JobLock } from './jobs.ts';
import type { Fragment } from './rank/collection.ts';
import type { ArtifactType } from './schema/artifacts.ts';
import { rfc3339 } from './schema/columns.ts';

/** Where an event is written; offsets in code points. */
export type StoredEvidence = {
  quote: string;
  chunkId: string | null;
  startChar: number;
  endChar: number;
  artifactStartChar: number;
};

export type NewEvent = {
  eventId: string;
  category: string;
  eventTime: string | null;
  narrative: string;
  subject: { type: string; ref: string };
  actors: readonly { ref: string; role: string }[];
  confidence: number;
  evidence: readonly StoredEvidence[];
};

export type StoredEvent = Omit<NewEvent, 'evidence'> & {
  artifactUid: string;
  revisionId: string;
  extractor: string;
  extractionRunId: string;
  createdAt: string;
  title: string | null;
  sourceSystem: string;
  artifactType: ArtifactType;
  docNo: number;
};

/**
 * Ends a job with its events in one statement, and so in one transaction: first the job is finished, by its owner alone,
 * and what follows happens only to the revision of the job that was. All events the revision had are replaced.
 *
 * @returns false when the job is somebody else's by now, or gone: then nothing was stored.
 */
export async function finishJob(
  sql: Sql,
  lock: JobLock,
  extractor: string,
  events: readonly NewEvent[],
): Promise<boolean> {
  const evidence = events.flatMap(({ eventId, evidence }) =>
    evidence.map((item, position) => ({ eventId, position, ...item })),
  );
  const [row] = await sql<{ finished: number }[]>`
    with finished as (
      update event_jobs
      set status = 'DONE', locked_at = null, locked_by = null, run_id = null, last_error_code = null,
          last_error_message = null, updated_at = now()
      where job_id = ${lock.jobId} and run_id = ${lock.runId} and locked_by = ${lock.lockedBy}
        and status = 'PROCESSING'
      returning artifact_uid, revision_id
    ),
    replaced as (
      delete from semantic_events e using finished f
      where e.artifact_uid = f.artifact_uid and e.revision_id = f.revision_id
    ),
    stored as (
      insert into semantic_events (event_id, artifact_uid, revision_id, category, event_time, narrative, subject_json,
        actors_json, confidence, position, extractor, extraction_run_id)
      select i.event_id, f.artifact_uid, f.revision_id, i.category, i.event_time::timestamptz, i.narrative,
             i.subject::jsonb, i.actors::jsonb, i.confidence, n - 1, ${extractor}, ${lock.runId}
      from finished f, unnest(
        ${events.map((event) => event.eventId)}::uuid[],
        ${events.map((event) => event.category)}::text[],
        ${events.map((event) => event.eventTime)}::text[],
        ${events.map((event) => event.narrative)}::text[],
        ${events.map((event) => JSON.stringify(event.subject))}::text[],
        ${events.map((event) => JSON.stringify(event.actors))}::text[],
        ${events.map((event) => event.confidence)}::float8[]
      ) with ordinality as i (event_id, category, event_time, narrative, subject, actors, confidence, n)
      order by n
    ),
    proved as (
      insert into event_evidence (event_id, position, artifact_uid, revision_id, chunk_id, start_char, end_char,
        artifact_start_char, quote)
      select i.event_id, i.position, f.artifact_uid, f.revision_id, i.chunk_id, i.start_char, i.end_char,
             i.artifact_start_char, i.quote
      from finished f, unnest(
        ${evidence.map((item) => item.eventId)}::uuid[],
        ${evidence.map((item) => item.position)}::smallint[],
        ${evidence.map((item) => item.chunkId)}::text[],
        ${evidence.map((item) => item.startChar)}::integer[],
        ${evidence.map((item) => item.endChar)}::integer[],
        ${evidence.map((item) => item.artifactStartChar)}::integer[],
        ${evidence.map((item) => item.quote)}::text[]
      ) as i (event_id, position, chunk_id, start_char, end_char, artifact_start_char, quote)
    )
    select count(*)::int as finished from finished`;
  return row?.finished === 1;
}

type EventRow = {
  event_id: string;
  artifact_uid: string;
  revision_id: string;
  category: string;
  event_time: string | null;
  narrative: string;
  subject: string;
  actors: string;
  confidence: number;
  extractor: string;
  extraction_run_id: string;
  created_at: string;
  title: string | null;
  source_system: string;
  artifact_type: ArtifactType;
  doc_no: number;
};

const toEvent = (row: EventRow): StoredEvent => ({
  eventId: row.event_id,
  artifactUid: row.artifact_uid,
  revisionId: row.revision_id,
  category: row.category,
  eventTime: row.event_time === null ? null : rfc3339(row.event_time),
  narrative: row.narrative,
  subject: JSON.parse(row.subject),
  actors: JSON.parse(row.actors),
  confidence: row.confidence,
  extractor: row.extractor,
  extractionRunId: row.extraction_run_id,
  createdAt: rfc3339(row.created_at),
  title: row.title,
  sourceSystem: row.source_system,
  artifactType: row.artifact_type,
  docNo: row.doc_no,
});

const selectEvents = (sql: Sql) => sql`
  select e.event_id, e.artifact_uid, e.revision_id, e.category, e.event_time, e.narrative, e.subject_json::text as subject,
         e.actors_json::text as actors, e.confidence, e.extractor, e.extraction_run_id, e.created_at, e.doc_no,
         a.title, a.source_system, a.artifact_type
  from semantic_events e join artifacts a using (artifact_uid)
    join artifact_revisions r using (artifact_uid, revision_id)`;

export type EventFilter = {
  category?: string | undefined;
  /** `from` included, `to` not; events that name no time are outside of every time. */
  timeFrom?: string | undefined;
  timeTo?: string | undefined;
  /** Naming an artifact asks for what is highly sensitive in it, too. */
  artifactUid?: string | undefined;
  allRevisions: boolean;
  reader: Reader;
};

/** Which events of `e`, `a` and `r` are meant. */
export const eventsWhere = (sql: Sql, filter: EventFilter): Fragment => sql`
  ${readable(sql, filter.reader)}
  ${filter.category === undefined ? sql`` : sql`and e.category = ${filter.category}`}
  ${filter.timeFrom === undefined ? sql`` : sql`and e.event_time >= ${filter.timeFrom}::text::timestamptz`}
  ${filter.timeTo === undefined ? sql`` : sql`and e.event_time < ${filter.timeTo}::text::timestamptz`}
  ${
    filter.artifactUid === undefined
      ? sql`and a.sensitivity <> 'highly_sensitive'`
      : sql`and a.artifact_uid = ${filter.artifactUid}`
  }
  ${filter.allRevisions ? sql`` : sql`and r.is_latest`}`;

/** Events that meet a filter, the latest first; those that name no time come last. */
export async function listEvents(
  sql: Sql,
  filter: EventFilter,
  limit: number,
  offset: number,
): Promise<{ events: StoredEvent[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    sql<EventRow[]>`
      ${selectEvents(sql)} where ${eventsWhere(sql, filter)}
      order by e.event_time desc nulls last, e.created_at desc, e.position, e.event_id
      limit ${limit} offset ${offset}`,
    sql<{ n: number }[]>`
      select count(*)::int as n from semantic_events e join artifacts a using (artifact_uid)
        join artifact_revisions r using (artifact_uid, revision_id)
      where ${eventsWhere(sql, filter)}`,
  ]);
  return { events: rows.map(toEvent), total: count?.n ?? 0 };
}

/** Events by their number in the text search; those that are gone are left out. */
export async function eventsByDocNo(sql: Sql, docNos: readonly number[]): Promise<Map<number, StoredEvent>> {
  const rows = await sql<EventRow[]>`
    ${selectEvents(sql)} where e.doc_no = any(${docNos as number[]}::int[]) and a.deleted_at is null`;
  return new Map(rows.map((row) => [row.doc_no, toEvent(row)]));
}

export async function findEvent(sql: Sql, eventId: string, reader: Reader): Promise<StoredEvent | undefined> {
  const [row] = await sql<EventRow[]>`
    ${selectEvents(sql)} where e.event_id = ${eventId} and ${readable(sql, reader)}`;
  return row && toEvent(row);
}

/** A revision's events in the order of its text. */
export async function eventsOfRevision(
  sql: Sql,
  artifactUid: string,
  revisionId: string,
): Promise<StoredEvent[]> {
  const rows = await sql<EventRow[]>`
    ${selectEvents(sql)} where e.artifact_uid = ${artifactUid} and e.revision_id = ${revisionId}
    order by e.position`;
  return rows.map(toEvent);
}

/** What proves these events, by event. */
export async function evidenceOf(
  sql: Sql,
  eventIds: readonly string[],
): Promise<Map<string, StoredEvidence[]>> {
  const rows = await sql<
    {
      event_id: string;
      chunk_id: string | null;
      start_char: number;
      end_char: number;
      artifact_start_char: number;
      quote: string;
    }[]
  >`
    select event_id, chunk_id, start_char, end_char, artifact_start_char, quote from event_evidence
    where event_id = any(${eventIds as string[]}::uuid[]) order by event_id, position`;
  const byEvent = new Map<string, StoredEvidence[]>(eventIds.map((id) => [id, []]));
  for (const row of rows)
    byEvent.get(row.event_id)?.push({
      quote: row.quote,
      chunkId: row.chunk_id,
      startChar: row.start_char,
      endChar: row.end_char,
      artifactStartChar: row.artifact_start_char,
    });
  return byEvent;
}
