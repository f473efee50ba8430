import { describe, expect, it } from 'vitest';
import { finishJob } from '../../../src/db/events/finish-job.ts';
import {
  type ClaimedJob,
  countJobs,
  failJob,
  findJob,
  heartbeat,
  releaseDeadJobs,
  releaseJobs,
} from '../../../src/db/jobs/jobs.ts';
import { connect } from '../../../src/db/postgres/connect.ts';
import { ingest } from '../../support/documents.ts';
import { claim } from '../../support/jobs.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let made = 0;

/** A due job, claimed by a worker. */
async function claimed(worker = 'worker-1'): Promise<ClaimedJob> {
  made += 1;
  const { artifact_uid, revision_id } = await ingest(lake, {
    source_id: `job-${made}`,
    content: `text ${made}`,
  });
  await lake.db.sql`
    update event_jobs set next_run_at = now() - interval '1 day'
    where artifact_uid = ${artifact_uid} and revision_id = ${revision_id}`;
  const [job] = await claim(lake.db.sql, worker);
  if (!job) throw new Error('no job was due');
  expect(job.artifactUid).toBe(artifact_uid);
  return job;
}

const runsOf = (jobs: readonly ClaimedJob[]) => jobs.map(({ runId }) => runId);
const stateOf = (job: ClaimedJob) => findJob(lake.db.sql, job.artifactUid, job.revisionId);
const due = (job: ClaimedJob) =>
  lake.db.sql`update event_jobs set next_run_at = now() - interval '1 day' where job_id = ${job.jobId}`;
const silence = (job: ClaimedJob, seconds: number) => lake.db.sql`
  update event_jobs set locked_at = now() - make_interval(secs => ${seconds}) where job_id = ${job.jobId}`;
const trouble = { code: 'rate_limited', message: 'Later.', permanent: false };

describe('the job queue', () => {
  it('gives each job to only one of many workers that claim at once', async () => {
    for (let i = 0; i < 40; i += 1) await ingest(lake, { source_id: `race-${i}`, content: `race ${i}` });
    const clients = Array.from({ length: 4 }, () => connect(lake.url, { max: 2 }));
    const claims = await Promise.all(
      Array.from({ length: 16 }, (_, i) => claim(clients[i % 4]?.sql ?? lake.db.sql, `worker-${i}`, 5)),
    );
    const ids = claims.flat().map((job) => job.jobId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(40);
    expect(await releaseJobs(lake.db.sql, runsOf(claims.flat()))).toBe(40);
    await lake.db.sql`update event_jobs set status = 'DONE'`;
    await Promise.all(clients.map((client) => client.close()));
  });

  it('retries after 30 seconds, 2 minutes, 10 minutes, and every 10 minutes, until no attempts are left', async () => {
    const job = await claimed();
    const pauses: number[] = [];
    let lock = job;
    for (let attempt = 1; attempt < 5; attempt += 1) {
      expect(await failJob(lake.db.sql, lock, trouble)).toBe('PENDING');
      const state = await stateOf(job);
      pauses.push(
        Math.round((Date.parse(state?.nextRunAt ?? '') - Date.parse(state?.updatedAt ?? '')) / 1000),
      );
      expect(await claim(lake.db.sql, 'worker-1')).toEqual([]);
      await due(job);
      const [next] = await claim(lake.db.sql, 'worker-1');
      if (!next) throw new Error('the job was not due');
      lock = next;
    }
    expect(pauses).toEqual([30, 120, 600, 600]);
    expect(lock.attempts).toBe(5);
    expect(await failJob(lake.db.sql, lock, trouble)).toBe('FAILED');
    expect(await stateOf(job)).toMatchObject({
      status: 'FAILED',
      lastErrorCode: 'rate_limited',
      lockedBy: null,
    });
  });

  it('waits longer when the provider requests it, and does not retry permanent failures', async () => {
    const busy = await claimed();
    await failJob(lake.db.sql, busy, { ...trouble, retryAfterMs: 90_000 });
    const state = await stateOf(busy);
    expect(Date.parse(state?.nextRunAt ?? '') - Date.parse(state?.updatedAt ?? '')).toBeCloseTo(90_000, -3);
    const wrong = await claimed();
    expect(await failJob(lake.db.sql, wrong, { ...trouble, permanent: true })).toBe('FAILED');
  });

  it('releases the job of a worker without heartbeats; it is due at once, and the old worker cannot finish it', async () => {
    const job = await claimed('silent');
    expect(await releaseDeadJobs(lake.db.sql, 60_000)).toBe(0);
    await silence(job, 61);
    expect(await releaseDeadJobs(lake.db.sql, 60_000)).toBe(1);
    expect(await stateOf(job)).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      lastErrorCode: 'worker_lost',
    });
    const [again] = await claim(lake.db.sql, 'silent');
    if (!again) throw new Error('the job was not due');
    expect(again.jobId).toBe(job.jobId);

    // The same name but another attempt: the old one no longer owns the job.
    expect(await finishJob(lake.db.sql, job, 'offline', [])).toBe(false);
    expect(await failJob(lake.db.sql, job, trouble)).toBeUndefined();
    expect(await releaseJobs(lake.db.sql, runsOf([job]))).toBe(0);
    expect(await heartbeat(lake.db.sql, [job, again])).toEqual(new Set([again.jobId]));
    expect(await finishJob(lake.db.sql, again, 'offline', [])).toBe(true);
    expect(await finishJob(lake.db.sql, again, 'offline', [])).toBe(false);
    expect(await stateOf(job)).toMatchObject({ status: 'DONE', lastErrorCode: null });
  });

  it('keeps a job whose worker sends heartbeats', async () => {
    const job = await claimed();
    await silence(job, 61);
    await heartbeat(lake.db.sql, [job]);
    expect(await releaseDeadJobs(lake.db.sql, 60_000)).toBe(0);
    await releaseJobs(lake.db.sql, runsOf([job]));
    expect(await stateOf(job)).toMatchObject({ status: 'PENDING', attempts: 0, lockedBy: null });
    await lake.db.sql`update event_jobs set status = 'DONE' where job_id = ${job.jobId}`;
  });

  it('fails a job whose workers keep dying', async () => {
    const job = await claimed();
    await lake.db.sql`update event_jobs set attempts = max_attempts where job_id = ${job.jobId}`;
    await silence(job, 61);
    await releaseDeadJobs(lake.db.sql, 60_000);
    expect(await stateOf(job)).toMatchObject({ status: 'FAILED', lastErrorCode: 'worker_lost' });
    expect((await countJobs(lake.db.sql)).FAILED).toBeGreaterThan(0);
  });

  it('replaces all events of the revision with those of the run, and of no other revision', async () => {
    const event = (narrative: string) => ({
      eventId: lake.deps.newId(),
      category: 'Decision',
      eventTime: '2026-02-12T00:00:00Z',
      narrative,
      subject: { type: 'object', ref: 'the shelves' },
      actors: [{ ref: 'Ana', role: 'owner' }],
      confidence: 0,
      evidence: [{ quote: 'text', chunkId: null, startChar: 0, endChar: 4, artifactStartChar: 0 }],
    });
    const first = await claimed();
    await finishJob(lake.db.sql, first, 'one', [event('a'), event('b')]);
    const other = await claimed();
    await finishJob(lake.db.sql, other, 'one', [event('other')]);
    await lake.db
      .sql`update event_jobs set status = 'PENDING', next_run_at = now() where job_id = ${first.jobId}`;
    const [second] = await claim(lake.db.sql, 'worker-1');
    if (!second) throw new Error('the job was not due');
    await finishJob(lake.db.sql, second, 'two', [event('c')]);
    const rows = await lake.db.sql`
      select narrative, extractor, extraction_run_id, confidence, (select count(*)::int from event_evidence v where v.artifact_uid = e.artifact_uid and v.event_id = e.event_id) as quotes
      from semantic_events e where artifact_uid in (${first.artifactUid}, ${other.artifactUid}) order by narrative`;
    expect([...rows]).toEqual([
      { narrative: 'c', extractor: 'two', extractionRunId: second.runId, confidence: 0, quotes: 1 },
      { narrative: 'other', extractor: 'one', extractionRunId: other.runId, confidence: 0, quotes: 1 },
    ]);
  });
});
