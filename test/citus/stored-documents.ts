import { randomUUID } from 'node:crypto';
import { storeArtifact } from '../../src/db/artifacts/store.ts';
import { correctEvents } from '../../src/db/events/corrections.ts';
import { finishJob, type NewEvent } from '../../src/db/events/finish-job.ts';
import type { Database } from '../../src/db/postgres/connect.ts';
import { claim } from '../support/jobs.ts';

/** Stores a document of three chunks. */
export const store = (db: Database, sourceId: string, content = `Text of ${sourceId}, in three parts`) =>
  storeArtifact(
    db.sql,
    { artifactType: 'note', sourceSystem: 'notes', sourceId, title: sourceId, project: 'library', content },
    {
      chunk: async (text) => ({
        tokenCount: 3,
        isChunked: true,
        chunks: [0, 1, 2].map((n) => ({ text: `${text} ${n}`, start: n, end: n + 1 })),
      }),
      turn: (write) => write(),
      newId: randomUUID,
      maxAttempts: 5,
      reader: undefined,
    },
  );

export const told = (narrative: string): NewEvent => ({
  eventId: randomUUID(),
  category: 'Decision',
  eventTime: '2026-01-02T03:04:05Z',
  narrative,
  subject: { type: 'thing', ref: 'shelves' },
  actors: [{ ref: 'Kim', role: 'owner' }],
  confidence: 0.7,
  evidence: [0, 1].map((n) => ({
    quote: narrative,
    chunkId: null,
    startChar: n,
    endChar: 9,
    artifactStartChar: n,
  })),
});

/** Documents in several revisions, with events, evidence and what people said of them. */
export async function fillDocuments(db: Database, count: number): Promise<void> {
  await store(db, 'first');
  await store(db, 'first', 'Another text');
  await store(db, 'second');
  for (const job of await claim(db.sql, 'me', 10))
    await finishJob(db.sql, job, 'test', [told('Oak is chosen'), told('Pine is not')]);
  const events = await db.sql<{ eventId: string; artifactUid: string }[]>`
    select event_id, artifact_uid from semantic_events order by narrative, event_id limit 3`;
  await correctEvents(db.sql, events, { fields: { narrative: 'Beech is chosen' } }, randomUUID);
  await db.sql`update artifacts set deleted_at = '2026-01-01' where source_id = 'second'`;
  await db.sql`
    insert into artifacts (artifact_uid, artifact_type, source_system, source_id, metadata, sensitivity,
      visibility_scope, retention_policy)
    select 'uid_' || left(md5(n::text), 16), 'doc', 'made', n, jsonb_build_object('n', n / 7.0), 'normal', 'team', '1y'
    from generate_series(1, ${count}) n`;
  await db.sql`
    insert into artifact_revisions (artifact_uid, revision_id, content_hash, characters, token_count, is_chunked,
      chunk_count, source_ts)
    select artifact_uid, 'rev_1', md5(artifact_uid), 9, 3, true, 2, '2026-01-02 03:04:05.678901+00' from artifacts
    where source_system = 'made'`;
  await db.sql`
    insert into artifact_chunks (artifact_uid, revision_id, chunk_index, start_char, end_char, text)
    select artifact_uid, 'rev_1', i, i, i + 9, E'größer\t\\N 🐘 ' || artifact_uid || i
    from artifacts, generate_series(0, 1) i where source_system = 'made' order by 1, 3`;
  await db.sql`
    insert into event_jobs (job_id, artifact_uid, revision_id, status)
    select gen_random_uuid(), artifact_uid, 'rev_1', 'DONE' from artifacts where source_system = 'made'`;
  await db.sql`
    insert into semantic_events (event_id, artifact_uid, revision_id, category, narrative, subject_json, actors_json,
      confidence, position, extractor, extraction_run_id)
    select gen_random_uuid(), artifact_uid, 'rev_1', 'Commitment', 'Event ' || i || ' of ' || artifact_uid, '{}', '[]',
           i / 7.0, i, 'test', gen_random_uuid()
    from artifacts, generate_series(1, 3) i where source_system = 'made'`;
  await db.sql`
    insert into event_evidence (event_id, position, artifact_uid, revision_id, start_char, end_char,
      artifact_start_char, quote)
    select event_id, 0, artifact_uid, revision_id, 0, 1, 0, narrative from semantic_events where category = 'Commitment'`;
}
