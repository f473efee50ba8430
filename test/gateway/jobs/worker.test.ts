import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, type Mock, vi } from 'vitest';
import { connect } from '../../../src/db/postgres/connect.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import type { ExtractionPool } from '../../../src/gateway/jobs/extraction-pool.ts';
import type { Worker } from '../../../src/gateway/jobs/worker.ts';
import { createJobSignal, hearJobs } from '../../../src/gateway/notify/jobs.ts';
import eventListForRevision from '../../../src/handlers/events/event-list-for-revision.ts';
import eventReextract from '../../../src/handlers/events/event-reextract.ts';
import {
  type ExtractedEvent,
  ExtractionError,
} from '../../../src/handlers/events/extraction/domain/event.ts';
import { offlineExtractor } from '../../../src/handlers/events/extraction/offline/index.ts';
import jobStatus from '../../../src/handlers/events/job-status.ts';
import { documentsOf } from '../../../src/handlers/shared/documents.ts';
import { call } from '../../support/call.ts';
import { type Cut, cutTo } from '../../support/cut.ts';
import { ingest, longText, poolHere, settled, threads, workOn } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';
import { sourceDocument } from '../../support/source-document.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
const workers: Worker[] = [];
const start = (...changes: Parameters<typeof workOn> extends [unknown, ...infer R] ? R : never) => {
  const worker = workOn(lake, ...changes);
  workers.push(worker);
  return worker;
};
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

const status = (artifact_uid: string) => call(jobStatus, { artifact_uid }, lake.deps);
const never = new Promise<never>(() => undefined);
/** An extraction that blocks until it is released. */
function held() {
  let letGo: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const atWork = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const pool = poolHere(async ({ document }, signal) => {
    begun();
    const givenUp = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    await Promise.race([gate, givenUp]);
    return { extractor: 'held', extraction: await offlineExtractor.extract(document, signal) };
  });
  return { pool, letGo, atWork };
}

/** A worker behind a connection that can be cut, whose leases no test waits for. */
async function throughCut(test: (cut: Cut, begin: (pool?: ExtractionPool) => Mock) => Promise<void>) {
  const cut = await cutTo(lake.url);
  const through = connect(cut.url, { max: 2 });
  try {
    await test(cut, (pool = poolHere()) => {
      const warned = vi.fn();
      start({ sql: through.sql, pool, leaseMs: 3_600_000, log: { ...createLog('silent'), warn: warned } });
      return warned;
    });
  } finally {
    for (const worker of workers.splice(0)) await worker.stop();
    await through.close();
    await cut.close();
  }
}

/** Lets an outage of the database interrupt the job of a document, and the worker report it. */
async function interruptedJob(cut: Cut, begin: (pool?: ExtractionPool) => Mock): Promise<string> {
  const { artifact_uid } = await ingest(lake, { source_id: randomUUID() });
  const { pool, letGo, atWork } = held();
  const warned = begin(pool);
  await atWork;
  await cut.refuse();
  letGo();
  await eventually(() => warned.mock.calls.some(([about]) => 'job' in about));
  return artifact_uid;
}

describe('a worker', () => {
  it('extracts in separate threads, short texts and long ones', async () => {
    const small = await ingest(lake, { source_id: 'small' });
    const large = await ingest(lake, { source_id: 'large', content: longText() });
    start({ pool: threads() });
    for (const { artifact_uid } of [small, large]) {
      expect((await settled(lake, artifact_uid)).status).toBe('DONE');
      const { events } = await call(eventListForRevision, { artifact_uid }, lake.deps);
      expect(events.map((event: ExtractedEvent) => event.category)).toContain('Decision');
    }
  });

  it('is woken through the database instead of waiting for its next poll', async () => {
    const worker = start({ pollMs: 3_600_000 });
    const log = createLog('silent');
    const listener = await hearJobs(lake.url, worker.wake, log);
    const signal = createJobSignal(lake.db.sql, log);
    const { artifact_uid } = await ingest(
      { ...lake, deps: { ...lake.deps, documents: { ...documentsOf(lake.deps), wake: signal.wake } } },
      { source_id: 'woken' },
    );
    expect((await settled(lake, artifact_uid)).status).toBe('DONE');
    await signal.close();
    await listener?.end();
  });

  it('keeps the old events when an extraction fails, and gives the reason in the job', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'replace' });
    const good = start();
    await settled(lake, artifact_uid);
    await good.stop();
    const before = await call(eventListForRevision, { artifact_uid }, lake.deps);
    expect(before.total).toBe(1);

    await call(eventReextract, { artifact_uid }, lake.deps);
    start({
      pool: poolHere(() => {
        throw new ExtractionError('bad_key', 'The key was refused.', { permanent: true });
      }),
    });
    expect(await settled(lake, artifact_uid)).toMatchObject({
      status: 'FAILED',
      last_error_code: 'bad_key',
      last_error_message: 'The key was refused.',
    });
    expect(await call(eventListForRevision, { artifact_uid }, lake.deps)).toEqual(before);
  });

  it('postpones a job when the trouble may pass, and never reveals internals', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'inside' });
    start({
      pool: poolHere(() => {
        throw new Error('select secret from keys');
      }),
    });
    const job = await eventually(async () => {
      const now = await status(artifact_uid);
      return now.last_error_code && now;
    });
    expect(job).toMatchObject({ status: 'PENDING', attempts: 1, last_error_code: 'internal' });
    expect(job.last_error_message).not.toContain('secret');
  });

  it('releases its job when it is stopped, as if it had not started', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'stop' });
    const { pool, atWork } = held();
    const worker = start({ pool });
    await atWork;
    expect((await status(artifact_uid)).status).toBe('PROCESSING');
    await worker.stop();
    expect(await status(artifact_uid)).toMatchObject({ status: 'PENDING', attempts: 0, locked_by: null });
    start();
    expect((await settled(lake, artifact_uid)).attempts).toBe(1);
  });

  it('keeps a job that takes longer than the lease', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'slow' });
    const { pool, letGo, atWork } = held();
    start({ pool, leaseMs: 400 });
    await atWork;
    start({ id: 'worker-2', leaseMs: 400 });
    // Two leases pass; the other worker keeps looking for dead ones.
    const [{ at } = { at: '' }] = await lake.db.sql<{ at: string }[]>`select now()::text as at`;
    await eventually(async () => {
      const [row] = await lake.db.sql`
        select locked_at > ${at}::text::timestamptz + interval '800 ms' as alive from event_jobs
        where artifact_uid = ${artifact_uid}`;
      return row?.alive === true;
    });
    expect(await status(artifact_uid)).toMatchObject({ status: 'PROCESSING', locked_by: 'worker-1' });
    letGo();
    expect(await settled(lake, artifact_uid)).toMatchObject({ status: 'DONE', attempts: 1 });
  });

  it('does a job at once whose claim was not answered', () =>
    throughCut(async (cut, begin) => {
      const { artifact_uid } = await ingest(lake, { source_id: 'unanswered' });
      const lost = cut.loseAnswerTo("set status = 'PROCESSING'");
      begin();
      await lost;
      expect(await settled(lake, artifact_uid)).toMatchObject({ status: 'DONE', attempts: 1 });
    }));

  it('does a job again that an outage of the database interrupted, once it is back', () =>
    throughCut(async (cut, begin) => {
      const artifact_uid = await interruptedJob(cut, begin);
      expect((await status(artifact_uid)).status).toBe('PROCESSING');
      await cut.pass();
      expect(await settled(lake, artifact_uid)).toMatchObject({ status: 'DONE', attempts: 1 });
    }));

  it('releases a job that an outage interrupted also when it is stopped', () =>
    throughCut(async (cut, begin) => {
      const artifact_uid = await interruptedJob(cut, begin);
      await cut.pass();
      await workers[0]?.stop();
      expect(await status(artifact_uid)).toMatchObject({ status: 'PENDING', attempts: 0, locked_by: null });
      await lake.db.sql`delete from event_jobs where artifact_uid = ${artifact_uid}`;
    }));

  it('cancels a job that was taken from it, and stores nothing of it', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'taken' });
    const { pool, letGo, atWork } = held();
    start({ pool, leaseMs: 400 });
    await atWork;
    await lake.db.sql`
      update event_jobs set run_id = ${randomUUID()}, locked_by = 'somebody else' where artifact_uid = ${artifact_uid}`;
    letGo();
    await workers[0]?.stop();
    expect(await status(artifact_uid)).toMatchObject({ status: 'PROCESSING', locked_by: 'somebody else' });
    expect((await call(eventListForRevision, { artifact_uid }, lake.deps)).total).toBe(0);
    await lake.db.sql`delete from event_jobs where artifact_uid = ${artifact_uid}`;
  });

  it('survives a document that crashes its thread: only that job fails', async () => {
    const bad = await ingest(lake, { source_id: 'bad', content: 'the bad one' });
    const good = await ingest(lake, { source_id: 'good', content: 'We decided to keep the good one.' });
    start({
      pool: poolHere(async ({ document }, signal) => {
        if (document.pieces[0]?.text === 'the bad one')
          throw Object.assign(new Error('The thread ended before it answered.'), { code: 'thread_ended' });
        return { extractor: 'offline', extraction: await offlineExtractor.extract(document, signal) };
      }),
    });
    expect((await settled(lake, good.artifact_uid)).status).toBe('DONE');
    const job = await eventually(async () => {
      const now = await status(bad.artifact_uid);
      return now.last_error_code && now;
    });
    expect(job).toMatchObject({ status: 'PENDING', last_error_code: 'thread_ended' });
  });
});

describe('a thread', () => {
  it('is ended when its request is cancelled, and the next request starts another', async () => {
    const pool = threads();
    const source = (text: string) => ({
      mayLeave: true,
      document: sourceDocument(text, { artifactType: 'note' }),
    });
    const cancel = new AbortController();
    const asked = pool.extract(source('Decision: we wait.'), cancel.signal);
    cancel.abort(new Error('enough'));
    await expect(Promise.race([asked, never])).rejects.toThrow('enough');
    const { extraction } = await pool.extract(source('Decision: we go on.'), new AbortController().signal);
    expect(extraction.events).toHaveLength(1);
    await pool.stop();
  });
});
