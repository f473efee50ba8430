import type { PendingQuery } from 'postgres';
import { type JobLock, withAsyncCommit } from '../jobs/jobs.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import { forgetRows, queued } from '../search/spread-rows.ts';
import { applyCorrections } from './corrections.ts';
import type { StoredEvidence } from './evidence.ts';
import { type Across, joinProject } from './facts.ts';

export type NewEvent = {
  eventId: string;
  category: string;
  eventTime: string | null;
  /** When a promise or plan is due. */
  due?: string | null | undefined;
  narrative: string;
  subject: { type: string; ref: string };
  actors: readonly { ref: string; role: string }[];
  confidence: number;
  /** Whether it belongs in a digest of its document; an extractor that does not tell finds only such. */
  main?: boolean | undefined;
  evidence: readonly StoredEvidence[];
};

/** What an extraction tells beside its events. */
export type ExtractionAbout = {
  /** ISO 639-1; null when the extractor does not tell. */
  language: string | null;
  dropped: readonly { reason: string; count: number }[];
};

/**
 * Finishes a job and stores its events, corrected as people have corrected them before, in one transaction. Only the job's
 * owner can finish it; everything else depends on that, and replaces all events of the job's revision.
 *
 * @param across finds people and facts that other documents tell of, too; without it, none are looked for.
 * @returns false when the job now has another owner or is gone: then nothing is stored.
 */
export async function finishJob(
  sql: Pool,
  lock: JobLock,
  extractor: string,
  events: readonly NewEvent[],
  about: ExtractionAbout = { language: null, dropped: [] },
  across?: Across,
): Promise<boolean> {
  const result = { events: events.length, extractor, ...about };
  const evidence = events.flatMap(({ eventId, evidence }) =>
    evidence.map((item, position) => ({ eventId, position, ...item })),
  );
  return await sql.begin(async (tx) => {
    const spread = await isSpread(tx);
    const finishing = finish(tx, lock, JSON.stringify(result));
    const apart = spread ? await finishApart(tx, finishing) : undefined;
    if (spread && !apart) return false;
    const finished = apart
      ? tx`select ${apart.artifactUid}::text as artifact_uid, ${apart.revisionId}::text as revision_id`
      : finishing;
    const [row] = await tx<Finished[]>`
    with finished as (${finished}),
    replaced as (
      delete from semantic_events e using finished f
      where e.artifact_uid = f.artifact_uid and e.revision_id = f.revision_id
    ),
    stored as (
      insert into semantic_events (event_id, artifact_uid, revision_id, category, event_time, due, narrative, subject_json,
        actors_json, confidence, main, position, extractor, extraction_run_id)
      select i.event_id, f.artifact_uid, f.revision_id, i.category, i.event_time::timestamptz,
             i.due::timestamptz, i.narrative,
             i.subject::jsonb, i.actors::jsonb, i.confidence, i.main::boolean, n - 1, ${extractor}, ${lock.runId}
      from finished f, unnest(
        ${events.map((event) => event.eventId)}::uuid[],
        ${events.map((event) => event.category)}::text[],
        ${events.map((event) => event.eventTime)}::text[],
        ${events.map((event) => event.due ?? null)}::text[],
        ${events.map((event) => event.narrative)}::text[],
        ${events.map((event) => JSON.stringify(event.subject))}::text[],
        ${events.map((event) => JSON.stringify(event.actors))}::text[],
        ${events.map((event) => event.confidence)}::float8[],
        ${events.map((event) => String(event.main ?? true))}::text[]
      ) with ordinality as i (event_id, category, event_time, due, narrative, subject, actors, confidence, main, n)
      order by n
      returning doc_no
    ),
    proved as (
      insert into event_evidence (event_id, position, artifact_uid, revision_id, chunk_id, start_char, end_char,
        artifact_start_char, quote)
      select i.event_id, i.position, f.artifact_uid, f.revision_id, i.chunk_id, i.start_char, i.end_char,
             i.artifact_start_char, i.quote
      from finished f, unnest(
        ${evidence.map((item) => item.eventId)}::uuid[],
        ${evidence.map((item) => item.position)}::integer[],
        ${evidence.map((item) => item.chunkId)}::text[],
        ${evidence.map((item) => item.startChar)}::integer[],
        ${evidence.map((item) => item.endChar)}::integer[],
        ${evidence.map((item) => item.artifactStartChar)}::integer[],
        ${evidence.map((item) => item.quote)}::text[]
      ) as i (event_id, position, chunk_id, start_char, end_char, artifact_start_char, quote)
    )${queued(tx, 'semantic_events', spread)}
    select artifact_uid, revision_id, ${withAsyncCommit(tx)} from finished`;
    // Its own statement, to see a correction that was committed while the row of the job was waited for.
    if (row) await applyCorrections(tx, row.artifactUid);
    if (row && across && events.length > 0) await joinProject(tx, row, across);
    return row !== undefined;
  });
}

type Finished = { artifactUid: string; revisionId: string };

const finish = (tx: Sql, { jobId, runId, lockedBy }: JobLock, result: string) => tx<Finished[]>`
  update event_jobs
  set status = 'DONE', locked_at = null, locked_by = null, run_id = null, last_error_code = null,
      last_error_message = null, result_json = ${result}::text::jsonb, updated_at = now()
  where job_id = ${jobId} and run_id = ${runId} and locked_by = ${lockedBy} and status = 'PROCESSING'
  returning artifact_uid, revision_id`;

/** Where documents are spread over nodes, the queue is on another one: events are replaced once their document is known. */
async function finishApart(tx: Sql, finishing: PendingQuery<Finished[]>): Promise<Finished | undefined> {
  const [row] = await finishing;
  if (!row) return undefined;
  const { artifactUid, revisionId } = row;
  const gone = await tx<{ docNo: number }[]>`
    delete from semantic_events where artifact_uid = ${artifactUid} and revision_id = ${revisionId} returning doc_no`;
  await forgetRows(tx, 'semantic_events', gone);
  return row;
}
