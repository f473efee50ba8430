import { describe, expect, it } from 'vitest';
import { sweepArtifacts } from '../../../src/db/artifacts/delete.ts';
import { finishJob } from '../../../src/db/finish-job.ts';
import { claimJobs } from '../../../src/db/jobs.ts';
import artifactDelete from '../../../src/handlers/artifacts/artifact-delete.ts';
import artifactGet from '../../../src/handlers/artifacts/artifact-get.ts';
import eventGet from '../../../src/handlers/events/event-get.ts';
import eventListForRevision from '../../../src/handlers/events/event-list-for-revision.ts';
import eventReextract from '../../../src/handlers/events/event-reextract.ts';
import jobStatus from '../../../src/handlers/events/job-status.ts';
import { call, fail } from '../../support/call.ts';
import { extractAll, ingest } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const tables = [
  'artifacts',
  'artifact_revisions',
  'artifact_chunks',
  'event_jobs',
  'semantic_events',
  'event_evidence',
];
const rowsOf = async (uid: string) => {
  const { sql } = lake.db;
  const counts = tables.map((table) => sql`select from ${sql(table)} where artifact_uid = ${uid}`);
  return (await Promise.all(counts)).map((rows) => rows.count);
};

describe('artifact_delete', () => {
  it('deletes a document that nothing hangs on', async () => {
    const { artifact_id } = await ingest(lake, { source_id: 'plain' });
    expect(await call(artifactDelete, { artifact_id }, lake.deps)).toEqual({
      deleted: true,
      revisions_deleted: 1,
      events_deleted: 0,
    });
    expect(await fail(artifactGet, { artifact_id }, lake.deps)).toMatchObject({ kind: 'not_found' });
    expect(await fail(artifactDelete, { artifact_id }, lake.deps)).toMatchObject({ kind: 'not_found' });
  });

  it('refuses one with events without force, and takes everything along with it', async () => {
    const stored = await ingest(lake, { source_id: 'full', source_system: 'wiki' });
    const { artifact_id, artifact_uid } = stored;
    await extractAll(lake);
    const listed = await call(eventListForRevision, { artifact_uid }, lake.deps);
    expect(listed.total).toBe(1);
    expect(await fail(artifactDelete, { artifact_id }, lake.deps)).toMatchObject({
      status: 412,
      kind: 'refused',
      data: { field: 'force', revisions: 1, events: 1 },
    });
    expect(await call(artifactDelete, { artifact_id, force: true }, lake.deps)).toMatchObject({
      events_deleted: 1,
    });

    const event_id = listed.events[0].event_id;
    expect(await fail(eventGet, { event_id }, lake.deps)).toMatchObject({ kind: 'not_found' });
    for (const tool of [eventListForRevision, jobStatus, eventReextract])
      expect(await fail(tool, { artifact_uid }, lake.deps)).toMatchObject({
        kind: 'not_found',
        data: { field: 'artifact_uid' },
      });
    const marks = await lake.db.sql`
      select from tombstones where kind = 'artifact' and parent = 'wiki' and source_id = 'full'`;
    expect(marks.count).toBe(1);
  });

  it('takes the job from a worker in the middle of it: nothing is stored', async () => {
    const { artifact_id, artifact_uid } = await ingest(lake, { source_id: 'midway' });
    const [job] = await claimJobs(lake.db.sql, 'worker-1', 1);
    if (!job) throw new Error('no job was due');
    await call(artifactDelete, { artifact_id }, lake.deps);
    expect(await finishJob(lake.db.sql, job, 'offline', [])).toBe(false);
    const events = await lake.db.sql`select from semantic_events where artifact_uid = ${artifact_uid}`;
    expect(events.count).toBe(0);
  });

  it('is purged after a while, with all that hung on it', async () => {
    const { artifact_id, artifact_uid } = await ingest(lake, { source_id: 'purged' });
    await extractAll(lake);
    await call(artifactDelete, { artifact_id, force: true }, lake.deps);
    expect(await sweepArtifacts(lake.db.sql)).toBe(0);
    await lake.db.sql`
      update artifacts set deleted_at = now() - interval '31 days' where artifact_uid = ${artifact_uid}`;
    expect(await sweepArtifacts(lake.db.sql)).toBe(1);
    expect(await rowsOf(artifact_uid)).toEqual(tables.map(() => 0));
  });
});

describe('retention', () => {
  it('removes what is over a year old, and what is resolved, and leaves a tombstone', async () => {
    const year = await ingest(lake, { source_id: 'year', retention_policy: '1y' });
    const open = await ingest(lake, { source_id: 'open', retention_policy: 'until_resolved' });
    const fresh = await ingest(lake, { source_id: 'fresh', retention_policy: '1y' });
    const kept = await ingest(lake, { source_id: 'kept' });
    await extractAll(lake);
    await lake.db.sql`
      update artifacts set revised_at = now() - interval '1 year 1 hour'
      where artifact_uid in (${year.artifact_uid}, ${kept.artifact_uid})`;
    expect(await sweepArtifacts(lake.db.sql)).toBe(1);
    expect(await rowsOf(year.artifact_uid)).toEqual(tables.map(() => 0));

    // Somebody says that it is resolved.
    await ingest(lake, { source_id: 'open', metadata: { resolved: true } });
    expect(await sweepArtifacts(lake.db.sql)).toBe(1);
    expect(await rowsOf(open.artifact_uid)).toEqual(tables.map(() => 0));

    for (const { artifact_id } of [fresh, kept]) await call(artifactGet, { artifact_id }, lake.deps);
    const marks = await lake.db.sql`
      select source_id from tombstones where kind = 'artifact' and source_id in ('year', 'open') order by 1`;
    expect(marks.map((row) => row.source_id)).toEqual(['open', 'year']);
  });
});
