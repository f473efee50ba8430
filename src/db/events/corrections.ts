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
          'due', e.due, 'subject', e.subject_json, 'actors', e.actors_json, 'confidence', e.confidence),
        category = coalesce(m.fields ->> 'category', e.category),
        narrative = coalesce(m.fields ->> 'narrative', e.narrative),
        event_time = case when m.fields ? 'eventTime' then (m.fields ->> 'eventTime')::timestamptz else e.event_time end,
        due = case when m.fields ? 'due' then (m.fields ->> 'due')::timestamptz else e.due end,
        subject_json = coalesce(m.fields -> 'subject', e.subject_json),
        actors_json = coalesce(m.fields -> 'actors', e.actors_json),
        done = (m.fields ->> 'done')::boolean,
        confidence = case when m.verdict = 'rejected' then e.confidence else 1 end
    from matched m where m.event_id = e.event_id`;
}

/** Gives the events of a correction, in all revisions, what was extracted. */
async function takeBack(tx: Sql, correctionId: string): Promise<void> {
  await tx`
    update semantic_events
    set correction_id = null, verdict = null, extracted = null, done = null, category = extracted ->> 'category',
        narrative = extracted ->> 'narrative', event_time = (extracted ->> 'event_time')::timestamptz,
        due = (extracted ->> 'due')::timestamptz, subject_json = extracted -> 'subject', actors_json = extracted -> 'actors',
        confidence = (extracted ->> 'confidence')::float8
    where correction_id = ${correctionId}`;
}

/**
 * Stores what a person says of an event, and applies it to all revisions of the document. Fields corrected before stay
 * corrected.
 *
 * @returns false when the event is gone, because its document was extracted again or deleted.
 */
export async function correctEvent(
  sql: Pool,
  event: { eventId: string; artifactUid: string },
  said: Said,
  newId: () => string,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    // An extraction that finishes now waits, and applies this correction afterwards.
    await tx`select from event_jobs where artifact_uid = ${event.artifactUid} order by job_id for update`;
    const [found] = await tx<{ correctionId: string | null; category: string; quote: string }[]>`
      select e.correction_id, e.category, v.quote from semantic_events e
      join event_evidence v on v.event_id = e.event_id and v.position = 0
      where e.event_id = ${event.eventId} for update of e`;
    if (!found) return false;
    if (found.correctionId !== null) await takeBack(tx, found.correctionId);
    if ('verdict' in said && said.verdict === 'undo') {
      if (found.correctionId !== null)
        await tx`delete from event_corrections where correction_id = ${found.correctionId}`;
    } else {
      const verdict = 'verdict' in said ? said.verdict : 'corrected';
      const fields = JSON.stringify('fields' in said ? said.fields : {});
      if (found.correctionId === null)
        await tx`
          insert into event_corrections (correction_id, artifact_uid, category, quote, verdict, fields)
          values (${newId()}, ${event.artifactUid}, ${found.category}, ${found.quote}, ${verdict},
            ${fields}::text::jsonb)`;
      else
        await tx`
          update event_corrections set verdict = ${verdict}, updated_at = now(),
            fields = case when ${verdict} = 'corrected' then fields || ${fields}::text::jsonb else '{}' end
          where correction_id = ${found.correctionId}`;
    }
    await applyCorrections(tx, event.artifactUid);
    return true;
  });
}
