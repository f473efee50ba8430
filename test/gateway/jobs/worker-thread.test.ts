import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../src/gateway/deps.ts';
import { startJobs } from '../../../src/gateway/jobs/index.ts';
import { startWorkerThread } from '../../../src/gateway/jobs/worker-thread.ts';
import eventListForRevision from '../../../src/handlers/events/event-list-for-revision.ts';
import jobStatus from '../../../src/handlers/events/job-status.ts';
import { call } from '../../support/call.ts';
import { ingest, longText, settled } from '../../support/documents.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
const log = createLog('silent');
const running: Awaited<ReturnType<typeof startJobs>>[] = [];
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
});

/** The worker of a gateway. */
async function start(idleMs?: number) {
  const config = testConfig({ POLL_INTERVAL_MS: '50', DEWEY_LOG_LEVEL: 'silent' });
  const jobs = await startJobs(
    config,
    lake.db,
    log,
    startWorkerThread(config, lake.url, lake.db.sql, log, idleMs),
  );
  running.push(jobs);
  return jobs;
}

/** Connections of worker threads to this database. */
async function connected(): Promise<number> {
  const rows = await lake.db.sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'dewey worker'`;
  return rows.count;
}

describe("the gateway's worker", () => {
  it('exists while there are jobs, and ends when there have been none for a while', async () => {
    await start(200);
    expect(await connected()).toBe(0);
    for (const source_id of ['first', 'second']) {
      const { artifact_uid } = await ingest(lake, {
        source_id,
        content: 'I will send the order tomorrow.',
        ts: '2026-02-12T09:30:00Z',
      });
      expect((await settled(lake, artifact_uid)).status).toBe('DONE');
      const { events } = await call(eventListForRevision, { artifact_uid }, lake.deps);
      expect(events).toMatchObject([
        { event_time: '2026-02-12T09:30:00Z', due: expect.stringMatching(/^2026-02-13/) },
      ]);
      await eventually(async () => (await connected()) === 0);
    }
  });

  it('releases its job when the gateway stops', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'large', content: longText().repeat(200) });
    const jobs = await start();
    const status = () => call(jobStatus, { artifact_uid }, lake.deps);
    await eventually(async () => (await status()).status === 'PROCESSING');
    await jobs.stop();
    expect(await status()).toMatchObject({ status: 'PENDING', attempts: 0, locked_by: null });
    // The server notices a moment later that a connection has been closed.
    await eventually(async () => (await connected()) === 0);
  });

  it('recovers after the database has terminated its connections', async () => {
    await start();
    const before = await ingest(lake, { source_id: 'before' });
    await settled(lake, before.artifact_uid);
    await lake.db.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'dewey worker'`;
    const after = await ingest(lake, { source_id: 'after' });
    expect((await settled(lake, after.artifact_uid)).status).toBe('DONE');
  });
});
