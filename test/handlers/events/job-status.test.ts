import { describe, expect, it } from 'vitest';
import { failJob } from '../../../src/db/jobs/jobs.ts';
import jobStatus from '../../../src/handlers/events/job-status.ts';
import { call, fail } from '../../support/call.ts';
import { extractAll, ingest } from '../../support/documents.ts';
import { claim } from '../../support/jobs.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const status = (artifact_uid: string) => call(jobStatus, { artifact_uid }, lake.deps);

describe('job_status', () => {
  it('follows a job: jobs ahead, worker, reason for a retry, completion', async () => {
    const first = await ingest(lake, { source_id: 'first' });
    const second = await ingest(lake, { source_id: 'second' });
    expect(await status(first.artifact_uid)).toMatchObject({ status: 'PENDING', jobs_ahead: 0 });
    expect(await status(second.artifact_uid)).toMatchObject({ status: 'PENDING', jobs_ahead: 1 });

    const [job] = await claim(lake.db.sql, 'event-worker-1');
    if (!job) throw new Error('no job was due');
    expect(await status(first.artifact_uid)).toMatchObject({
      status: 'PROCESSING',
      attempts: 1,
      locked_by: 'event-worker-1',
      next_run_at: null,
    });
    await failJob(lake.db.sql, job, {
      code: 'rate_limited',
      message: 'Too many requests.',
      permanent: false,
    });
    const waiting = await status(first.artifact_uid);
    expect(waiting).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      locked_by: null,
      last_error_code: 'rate_limited',
      last_error_message: 'Too many requests.',
      jobs_ahead: 1,
    });
    const seconds = (Date.parse(waiting.next_run_at) - Date.parse(waiting.updated_at)) / 1000;
    expect(seconds).toBeCloseTo(30, 0);

    await lake.db.sql`update event_jobs set next_run_at = now() where status = 'PENDING'`;
    await extractAll(lake);
    const done = await status(first.artifact_uid);
    expect(done).toMatchObject({ status: 'DONE', attempts: 2, next_run_at: null, last_error_code: null });
    expect(done).not.toHaveProperty('jobs_ahead');
  });

  it('reports an unknown document', async () => {
    const input = { artifact_uid: 'uid_0123456789abcdef' };
    expect(await fail(jobStatus, input, lake.deps)).toMatchObject({ status: 404, kind: 'not_found' });
  });
});
