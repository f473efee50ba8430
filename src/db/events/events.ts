import { type Reader, readable } from '../artifacts/reader.ts';
import type { Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import type { ArtifactType } from '../schema/artifacts.ts';
import type { Verdict } from '../schema/events.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import { type EventFilter, matchingEvents } from './filter.ts';
import type { NewEvent } from './finish-job.ts';
import { closedBy, counts } from './ledger.ts';

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
  verdict: Verdict | null;
  /** Whether a commitment is done, where a person said so. */
  done: boolean | null;
  /** The event that closes a commitment. */
  closedBy: string | null;
};

type EventRow = Omit<StoredEvent, 'subject' | 'actors'> & { subject: string; actors: string };

const toEvent = (row: EventRow): StoredEvent => ({
  ...row,
  eventTime: row.eventTime === null ? null : rfc3339(row.eventTime),
  due: row.due == null ? null : rfc3339(row.due),
  subject: JSON.parse(row.subject),
  actors: JSON.parse(row.actors),
  createdAt: rfc3339(row.createdAt),
});

const eventColumns = (sql: Sql, reader: Reader, spread: boolean) => sql`
   e.event_id, e.artifact_uid, e.revision_id, e.category, e.event_time, e.due, e.narrative, e.subject_json::text as subject,
         e.actors_json::text as actors, e.confidence, e.main, e.extractor, e.extraction_run_id, e.created_at, e.doc_no, e.verdict, e.done,
         ${closedBy(sql, reader, spread)} as closed_by,
         a.title, a.source_system, a.artifact_type`;

const selectEvents = (sql: Sql, reader: Reader, spread: boolean) => sql`
  select ${eventColumns(sql, reader, spread)}
  from semantic_events e join artifacts a using (artifact_uid)
    join artifact_revisions r using (artifact_uid, revision_id)`;

/**
 * Events that match a filter, latest first; those without a time come last. Where commitments that wait are asked for, those due
 * first.
 */
export async function listEvents(
  sql: Sql,
  filter: EventFilter,
  limit: number,
  offset: number,
): Promise<{ events: StoredEvent[]; total: number }> {
  const spread = await isSpread(sql);
  const meant = matchingEvents(sql, filter, spread);
  const waiting =
    filter.dueBefore !== undefined || (filter.state !== undefined && filter.state.is !== 'done');
  const [rows, [count]] = await Promise.all([
    sql<EventRow[]>`
      select ${eventColumns(sql, filter.reader, spread)} ${meant}
      order by ${waiting ? sql`e.due nulls last,` : sql``} e.event_time desc nulls last, e.created_at desc, e.position, e.event_id
      limit ${limit} offset ${offset}`,
    sql<{ n: number }[]>`
      select count(*)::int as n ${meant}`,
  ]);
  return { events: rows.map(toEvent), total: count?.n ?? 0 };
}

/** Events by document number; deleted and rejected ones are left out. */
export async function eventsByDocNo(
  sql: Sql,
  docNos: readonly number[],
  reader: Reader,
): Promise<Map<number, StoredEvent>> {
  const rows = await sql<EventRow[]>`
    ${selectEvents(sql, reader, await isSpread(sql))} where e.doc_no = any(${docNos as number[]}::bigint[]) and a.deleted_at is null and ${counts(sql)}`;
  return new Map(rows.map((row) => [row.docNo, toEvent(row)]));
}

export async function findEvent(sql: Sql, eventId: string, reader: Reader): Promise<StoredEvent | undefined> {
  const [row] = await sql<EventRow[]>`
    ${selectEvents(sql, reader, await isSpread(sql))} where e.event_id = ${eventId} and ${readable(sql, reader)}`;
  return row && toEvent(row);
}

/** A page of a revision's events in text order, and their total number; without those rejected, or only those. */
export async function eventsOfRevision(
  sql: Sql,
  artifactUid: string,
  revisionId: string,
  limit: number,
  offset: number,
  reader: Reader,
  { rejected = false } = {},
): Promise<{ events: StoredEvent[]; total: number }> {
  const meant = sql`
    e.artifact_uid = ${artifactUid} and e.revision_id = ${revisionId} and (e.verdict is not distinct from 'rejected') = ${rejected}`;
  const [rows, [count]] = await Promise.all([
    sql<EventRow[]>`
      ${selectEvents(sql, reader, await isSpread(sql))} where ${meant}
      order by e.position limit ${limit} offset ${offset}`,
    sql<{ n: number }[]>`
      select count(*)::int as n from semantic_events e where ${meant}`,
  ]);
  return { events: rows.map(toEvent), total: count?.n ?? 0 };
}
