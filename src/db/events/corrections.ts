import type { Pool, Sql } from '../postgres/connect.ts';
import type { Verdict } from '../schema/events.ts';

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

/** What a person says of an event. `undo`: what was extracted is right after all, or nobody knows. */
export type Said = { verdict: Exclude<Verdict, 'corrected'> | 'undo' } | { fields: CorrectedFields };

/**
 * Applies the corrections of a document to its events that have none yet. A correction is about the events of the category it
 * was made on, with the same quote, or with one that holds the other and is at most twice as long: another extractor may cut a
 * sentence elsewhere.
 */
export async function applyCorrections(tx: Sql, artifactUid: string): Promise<void> {
  await tx`
    with matched as (
      select distinct on (e.event_id) e.event_id, c.correction_id, c.verdict, c.fields
      from event_corrections c
      join semantic_events e on e.artifact_uid = c.artifact_uid and e.category = c.category and e.correction_id is null
      join event_evidence v on v.event_id = e.event_id and v.position = 0
      where c.artifact_uid = ${artifactUid}
        and (v.quote = c.quote
          or (position(v.quote in c.quote) > 0 and 2 * length(v.quote) >= length(c.quote))
          or (position(c.quote in v.quote) > 0 and 2 * length(c.quote) >= length(v.quote)))
      order by e.event_id, v.quote = c.quote desc, c.updated_at desc
    )
    update semantic_events e
    set correction_id = m.correction_id, verdict = m.verdict,
        extracted = jsonb_build_object('category', e.category, 'narrative', e.narrative, 'event_time', e.event_time,
          'due', e.due, 'subject', e.subject_json, 'actors', e.actors_json, 'confidence', e.confidence,
          'fact_id', e.fact_id),
        category = coalesce(m.fields ->> 'category', e.category),
        narrative = coalesce(m.fields ->> 'narrative', e.narrative),
        event_time = case when m.fields ? 'eventTime' then (m.fields ->> 'eventTime')::timestamptz else e.event_time end,
        due = case when m.fields ? 'due' then (m.fields ->> 'due')::timestamptz else e.due end,
        subject_json = coalesce(m.fields -> 'subject', e.subject_json),
        actors_json = coalesce(m.fields -> 'actors', e.actors_json),
        done = (m.fields ->> 'done')::boolean,
        fact_id = coalesce((m.fields ->> 'factId')::uuid, e.fact_id),
        confidence = case when m.verdict = 'rejected' then e.confidence else 1 end
    from matched m where m.event_id = e.event_id`;
}

/** Gives the events of a correction, in all revisions, what was extracted. */
async function takeBack(tx: Sql, correctionId: string): Promise<void> {
  await tx`
    update semantic_events e
    set correction_id = null, verdict = null, extracted = null, done = null, category = extracted ->> 'category',
        narrative = extracted ->> 'narrative', event_time = (extracted ->> 'event_time')::timestamptz,
        due = (extracted ->> 'due')::timestamptz, subject_json = extracted -> 'subject', actors_json = extracted -> 'actors',
        confidence = (extracted ->> 'confidence')::float8,
        fact_id = case when c.fields ? 'factId' then (extracted ->> 'fact_id')::uuid else e.fact_id end
    from event_corrections c where c.correction_id = e.correction_id and e.correction_id = ${correctionId}`;
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
    await tx`select from event_jobs where artifact_uid = any(${documents}) order by artifact_uid, job_id for update`;
    const found = await tx<Found[]>`
      select e.event_id, e.artifact_uid, e.correction_id, e.category, v.quote from semantic_events e
      join event_evidence v on v.event_id = e.event_id and v.position = 0
      where e.event_id = any(${events.map(({ eventId }) => eventId)}::uuid[]) order by e.event_id for update of e`;
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
  if (correctionId !== null) await takeBack(tx, correctionId);
  if ('verdict' in said && said.verdict === 'undo') {
    if (correctionId !== null) await tx`delete from event_corrections where correction_id = ${correctionId}`;
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
        fields = case when ${verdict} = 'corrected' then fields
          else jsonb_strip_nulls(jsonb_build_object('factId', fields -> 'factId')) end || ${fields}::text::jsonb
      where correction_id = ${correctionId}`;
}
