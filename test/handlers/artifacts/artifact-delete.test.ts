import { describe, expect, it } from 'vitest';
import { finishJob } from '../../../src/db/events/finish-job.ts';
import artifactDelete from '../../../src/handlers/artifacts/artifact-delete.ts';
import artifactGet from '../../../src/handlers/artifacts/artifact-get.ts';
import eventGet from '../../../src/handlers/events/event-get.ts';
import eventListForRevision from '../../../src/handlers/events/event-list-for-revision.ts';
import eventReextract from '../../../src/handlers/events/event-reextract.ts';
import jobStatus from '../../../src/handlers/events/job-status.ts';
import { call, fail } from '../../support/call.ts';
import { extractAll, ingest } from '../../support/documents.ts';
import { claim } from '../../support/jobs.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('artifact_delete', () => {
  it('deletes a document without events or older revisions', async () => {
    const { artifact_id } = await ingest(lake, { source_id: 'plain' });
    expect(await call(artifactDelete, { artifact_id }, lake.deps)).toEqual({
      deleted: true,
      revisions_deleted: 1,
      events_deleted: 0,
    });
    expect(await fail(artifactGet, { artifact_id }, lake.deps)).toMatchObject({ kind: 'not_found' });
    expect(await fail(artifactDelete, { artifact_id }, lake.deps)).toMatchObject({ kind: 'not_found' });
  });

  it('refuses to delete one with events without force, and deletes everything with it', async () => {
    const stored = await ingest(lake, { source_id: 'full', source_system: 'wiki' });
    const { artifact_id, artifact_uid } = stored;
    await extractAll(lake);
    const listed = await call(eventListForRevision, { artifact_uid }, lake.deps);
    expect(listed.total).toBe(1);
    expect(await fail(artifactDelete, { artifact_id }, lake.deps)).toMatchObject({
      status: 412,
      kind: 'refused',
      message: 'The artifact has 1 revision and 1 event; nothing was deleted.',
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

  it('cancels a running job, whose results are not stored', async () => {
    const { artifact_id, artifact_uid } = await ingest(lake, { source_id: 'midway' });
    const [job] = await claim(lake.db.sql, 'worker-1');
    if (!job) throw new Error('no job was due');
    await call(artifactDelete, { artifact_id }, lake.deps);
    expect(await finishJob(lake.db.sql, job, 'offline', [])).toBe(false);
    const events = await lake.db.sql`select from semantic_events where artifact_uid = ${artifact_uid}`;
    expect(events.count).toBe(0);
  });
});
