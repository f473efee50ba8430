import type { Pool, Sql } from '../postgres/connect.ts';
import type { Verdict } from '../schema/events.ts';
import { renumber } from '../search/spread-rows.ts';

/** The fields of an event that a person may replace; null where the text states no time. */
export type CorrectedFields = {
  category?: string | undefined;
  narrative?: string | undefined;
  subject?: { type: string; ref: string } | undefined;
  eventTime?: string | null | undefined;
  due?: string | null | undefined;
  actors?: readonly { ref: string; role: string }[] | undefined;
  /** Whether a commitment is done. */
  done?: boolean | undefined;
  /** The fact that it tells, shared with events of other documents. */
  factId?: string | undefined;
};

/** The fields of the event alone. */
const ownFields: Exclude<keyof CorrectedFields, 'factId'>[] = [
  'category',
  'narrative',
  'subject',
  'eventTime',
  'due',
  'actors',
  'done',
];

/** What a person says of an event. `undo`: what was extracted is right after all, or nobody knows. */
export type Said = { verdict: Exclude<Verdict, 'corrected'> | 'undo' } | { fields: CorrectedFields };

/**
 * Applies the corrections of a document to its events that have none yet. A correction is about the events of the category it
 * was made on, with the same quote, or with one that holds the other and is at most twice as long: another extractor may cut a
 * sentence elsewhere.
 */
export async function applyCorrections(tx: Sql, artifactUid: string): Promise<void> {
  const changed = await tx<{ docNo: number }[]>`
    with matched as materialized (
      select distinct on (e.event_id) e.event_id, c.correction_id, c.verdict,
        jsonb_build_object('category', e.category, 'narrative', e.narrative, 'event_time', e.event_time,
          'due', e.due, 'subject', e.subject_json, 'actors', e.actors_json, 'confidence', e.confidence,
          'fact_id', e.fact_id) as extracted,
        coalesce(c.fields ->> 'category', e.category) as category,
        coalesce(c.fields ->> 'narrative', e.narrative) as narrative,
        case when c.fields ? 'eventTime' then (c.fields ->> 'eventTime')::timestamptz else e.event_time end as event_time,
        case when c.fields ? 'due' then (c.fields ->> 'due')::timestamptz else e.due end as due,
        coalesce(c.fields -> 'subject', e.subject_json) as subject,
        coalesce(c.fields -> 'actors', e.actors_json) as actors,
        (c.fields ->> 'done')::boolean as done,
        coalesce((c.fields ->> 'factId')::uuid, e.fact_id) as fact_id,
        case when c.verdict = 'rejected' then e.confidence else 1 end as confidence
      from event_corrections c
      join semantic_events e on e.artifact_uid = c.artifact_uid and e.category = c.category and e.correction_id is null
      join event_evidence v on v.artifact_uid = e.artifact_uid and v.event_id = e.event_id and v.position = 0
      where c.artifact_uid = ${artifactUid}
        and (v.quote = c.quote
          or (position(v.quote in c.quote) > 0 and 2 * length(v.quote) >= length(c.quote))
          or (position(c.quote in v.quote) > 0 and 2 * length(c.quote) >= length(v.quote)))
      order by e.event_id, v.quote = c.quote desc, c.updated_at desc
    )
    update semantic_events e
    set correction_id = m.correction_id, verdict = m.verdict, extracted = m.extracted, category = m.category,
        narrative = m.narrative, event_time = m.event_time, due = m.due, subject_json = m.subject, actors_json = m.actors,
        done = m.done, fact_id = m.fact_id, confidence = m.confidence
    from matched m where m.event_id = e.event_id and e.artifact_uid = ${artifactUid}
    returning e.doc_no`;
  await renumber(tx, 'semantic_events', artifactUid, changed);
}

/** Gives the events of a correction, in all revisions, what was extracted. */
async function takeBack(tx: Sql, artifactUid: string, correctionId: string): Promise<void> {
  const changed = await tx<{ docNo: number }[]>`
    with was as materialized (
      select e.event_id, e.extracted ->> 'category' as category, e.extracted ->> 'narrative' as narrative,
        (e.extracted ->> 'event_time')::timestamptz as event_time, (e.extracted ->> 'due')::timestamptz as due,
        e.extracted -> 'subject' as subject, e.extracted -> 'actors' as actors,
        (e.extracted ->> 'confidence')::float8 as confidence,
        case when c.fields ? 'factId' then (e.extracted ->> 'fact_id')::uuid else e.fact_id end as fact_id
      from semantic_events e
      join event_corrections c on c.artifact_uid = e.artifact_uid and c.correction_id = e.correction_id
      where e.artifact_uid = ${artifactUid} and e.correction_id = ${correctionId}
    )
    update semantic_events e
    set correction_id = null, verdict = null, extracted = null, done = null, category = w.category,
        narrative = w.narrative, event_time = w.event_time, due = w.due, subject_json = w.subject, actors_json = w.actors,
        confidence = w.confidence, fact_id = w.fact_id
    from was w where w.event_id = e.event_id and e.artifact_uid = ${artifactUid}
    returning e.doc_no`;
  await renumber(tx, 'semantic_events', artifactUid, changed);
}

export type Corrected = { eventId: string; artifactUid: string };

/**
 * Stores what a person says of events, and applies it to all revisions of their documents. Fields corrected before stay
 * corrected.
 *
 * @returns false when one of them is gone, because its document was extracted again or deleted: then nothing is stored.
 */
export async function correctEvents(
  sql: Pool,
  events: readonly Corrected[],
  said: Said,
  newId: () => string,
): Promise<boolean> {
  const documents = [...new Set(events.map(({ artifactUid }) => artifactUid))];
  return await sql.begin(async (tx) => {
    // Extractions that finish now wait, and apply these corrections afterwards.
    await tx`select 1 from event_jobs where artifact_uid = any(${documents}) order by artifact_uid, job_id for update`;
    const found: Found[] = [];
    // One document at a time: rows of several nodes cannot be locked by one statement.
    for (const document of documents.toSorted())
      found.push(
        ...(await tx<Found[]>`
          select e.event_id, e.artifact_uid, e.correction_id, e.category, v.quote from semantic_events e
          join event_evidence v on v.artifact_uid = e.artifact_uid and v.event_id = e.event_id and v.position = 0
          where e.artifact_uid = ${document} and e.event_id = any(${events.map(({ eventId }) => eventId)}::uuid[])
          order by e.event_id for update of e`),
      );
    if (found.length < events.length) return false;
    for (const event of found) await correct(tx, event, said, newId);
    for (const document of documents) await applyCorrections(tx, document);
    return true;
  });
}

type Found = Corrected & { correctionId: string | null; category: string; quote: string };

/** Stores what a person says of an event. Whether it shares a fact with others is kept beside what is said of its fields. */
async function correct(tx: Sql, event: Found, said: Said, newId: () => string): Promise<void> {
  const { correctionId, artifactUid, category, quote } = event;
  if (correctionId !== null) await takeBack(tx, artifactUid, correctionId);
  if ('verdict' in said && said.verdict === 'undo') {
    if (correctionId !== null)
      await tx`delete from event_corrections where artifact_uid = ${artifactUid} and correction_id = ${correctionId}`;
    return;
  }
  const verdict = 'verdict' in said ? said.verdict : 'corrected';
  const fields = JSON.stringify('fields' in said ? said.fields : {});
  if (correctionId === null)
    await tx`
      insert into event_corrections (correction_id, artifact_uid, category, quote, verdict, fields)
      values (${newId()}, ${artifactUid}, ${category}, ${quote}, ${verdict}, ${fields}::text::jsonb)`;
  else
    await tx`
      update event_corrections set verdict = ${verdict}, updated_at = now(),
        fields = ${verdict === 'corrected' ? tx`fields` : tx`fields - ${ownFields}::text[]`} || ${fields}::text::jsonb
      where artifact_uid = ${artifactUid} and correction_id = ${correctionId}`;
}
