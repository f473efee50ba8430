import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { finishJob } from '../../src/db/events/finish-job.ts';
import eventListForRevision from '../../src/handlers/events/event-list-for-revision.ts';
import { call } from '../support/call.ts';
import { ingest } from '../support/documents.ts';
import { claim } from '../support/jobs.ts';
import { useLake } from '../support/lake.ts';
import { killWorkers } from '../support/worker-kill.ts';

const lake = useLake();

it('two hundred jobs finish once each, whichever workers are killed', async () => {
  const hit = await killWorkers(lake, 200, 20);
  process.stdout.write(`workers killed while running a job: ${hit}\n`);
  expect(hit).toBeGreaterThan(0);
});

it('all events of a text of 10 MB are stored, more than a hundred thousand', async () => {
  const { artifact_uid } = await ingest(lake, { source_id: 'immense' });
  const [job] = await claim(lake.db.sql, 'worker-1');
  if (!job) throw new Error('no job was due');
  const events = Array.from({ length: 120_000 }, (_, i) => ({
    eventId: randomUUID(),
    category: 'Decision',
    eventTime: null,
    narrative: `Decision ${i}`,
    subject: { type: 'object', ref: 'shelf' },
    actors: [],
    confidence: 0.9,
    evidence: [{ quote: 'Decision', chunkId: null, startChar: 0, endChar: 8, artifactStartChar: 0 }],
  }));
  expect(await finishJob(lake.db.sql, job, 'offline', events)).toBe(true);
  const last = await call(eventListForRevision, { artifact_uid, offset: 119_999 }, lake.deps);
  expect(last).toMatchObject({ total: 120_000, events: [{ narrative: 'Decision 119999' }] });
});
