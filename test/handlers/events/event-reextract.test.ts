import { describe, expect, it } from 'vitest';
import { finishJob } from '../../../src/db/events/finish-job.ts';
import { failJob } from '../../../src/db/jobs/jobs.ts';
import eventListForRevision from '../../../src/handlers/events/event-list-for-revision.ts';
import eventReextract from '../../../src/handlers/events/event-reextract.ts';
import jobStatus from '../../../src/handlers/events/job-status.ts';
import { call } from '../../support/call.ts';
import { extractAll, ingest } from '../../support/documents.ts';
import { claim } from '../../support/jobs.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const again = (input: Record<string, unknown>) => call(eventReextract, input, lake.deps);
const status = (artifact_uid: string) => call(jobStatus, { artifact_uid }, lake.deps);
const claimed = async () => {
  const [job] = await claim(lake.db.sql, 'worker-1');
  if (!job) throw new Error('no job was due');
  return job;
};

describe('event_reextract', () => {
  it('replaces the events of a finished document, keeping them until the new ones are stored', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'done' });
    await extractAll(lake);
    const before = await call(eventListForRevision, { artifact_uid }, lake.deps);
    expect(await again({ artifact_uid })).toMatchObject({ status: 'PENDING', attempts: 0 });
    expect(await call(eventListForRevision, { artifact_uid }, lake.deps)).toEqual(before);
    await extractAll(lake);
    const after = await call(eventListForRevision, { artifact_uid }, lake.deps);
    expect(after.total).toBe(before.total);
    expect(after.events[0].event_id).not.toBe(before.events[0].event_id);
  });

  it('resets the attempts of a failed job', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'failed' });
    await failJob(lake.db.sql, await claimed(), { code: 'bad_key', message: 'No.', permanent: true });
    expect(await status(artifact_uid)).toMatchObject({ status: 'FAILED', last_error_code: 'bad_key' });
    expect(await again({ artifact_uid })).toMatchObject({
      status: 'PENDING',
      attempts: 0,
      last_error_code: null,
    });
    await extractAll(lake);
    expect(await status(artifact_uid)).toMatchObject({ status: 'DONE', last_error_code: null });
  });

  it('makes a pending job due now', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'waiting' });
    await failJob(lake.db.sql, await claimed(), {
      code: 'rate_limited',
      message: 'Later.',
      permanent: false,
    });
    expect(Date.parse((await status(artifact_uid)).next_run_at)).toBeGreaterThan(Date.now() + 20_000);
    await again({ artifact_uid });
    await extractAll(lake);
    expect((await status(artifact_uid)).status).toBe('DONE');
  });

  it('leaves a running job to its worker unless forced, which discards its result', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'running' });
    const job = await claimed();
    expect(await again({ artifact_uid })).toMatchObject({
      status: 'PROCESSING',
      locked_by: 'worker-1',
      message: expect.stringContaining('force'),
    });
    expect(await again({ artifact_uid, force: true })).toMatchObject({ status: 'PENDING' });
    expect(await finishJob(lake.db.sql, job, 'offline', [])).toBe(false);
    expect((await status(artifact_uid)).status).toBe('PENDING');
    await extractAll(lake);
    expect((await call(eventListForRevision, { artifact_uid }, lake.deps)).total).toBe(1);
  });

  it('creates a job for a revision that has none', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'jobless' });
    await lake.db.sql`delete from event_jobs where artifact_uid = ${artifact_uid}`;
    expect(await again({ artifact_uid })).toMatchObject({ status: 'PENDING', attempts: 0 });
  });
});
