import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { documentsHere } from '../../src/gateway/documents/inline.ts';
import { offlineExtractor } from '../../src/handlers/events/extraction/offline/index.ts';
import { ingest } from './documents.ts';
import type { TestLake } from './lake.ts';
import { dewey, type Running } from './process.ts';
import { eventually } from './waiting.ts';

const sentences = [
  'Decision: The board chose oak for shelf',
  'I will send the order for shelf',
  'The joiner delivered shelf',
  'Ana praised shelf',
  'There is a risk with shelf',
];
/** Some tens of events each, so that an extraction takes a while and a kill may hit it. */
const textOf = (n: number): string =>
  Array.from({ length: 120 }, (_, i) => `${sentences[i % sentences.length]} ${n}-${i}.`).join('\n');

async function eventsIn(text: string): Promise<number> {
  const { chunks, isChunked } = await documentsHere.chunk(text);
  const { events } = await offlineExtractor.extract(
    {
      artifactType: 'note',
      title: null,
      author: null,
      participants: [],
      sourceTime: null,
      documentDate: null,
      pieces: chunks.map((chunk, i) => ({
        chunkId: isChunked ? `${i}` : null,
        text: chunk.text,
        start: chunk.start,
      })),
    },
    new AbortController().signal,
  );
  return events.length;
}

/**
 * Queues documents, starts three workers, and repeatedly kills one with SIGKILL while there is work; each is replaced.
 * In the end every job is done and every revision has its events exactly once.
 *
 * @returns how many workers were killed while they held a job.
 */
export async function killWorkers(lake: TestLake, documents: number, kills: number): Promise<number> {
  const stored = [];
  for (let n = 0; n < documents; n += 1)
    stored.push(await ingest(lake, { source_id: `kill-${n}`, content: textOf(n) }));
  // A killed worker's job is soon given to another, however often.
  await lake.db.sql`update event_jobs set max_attempts = 100`;
  let started = 0;
  const start = async (): Promise<Running & { name: string }> => {
    started += 1;
    const name = `worker-${started}`;
    const worker = dewey(['worker'], {
      DATABASE_URL: lake.url,
      WORKER_ID: name,
      JOB_LEASE_MS: '1000',
      POLL_INTERVAL_MS: '50',
      DEWEY_LOG_LEVEL: 'error',
    });
    await worker.says(/is ready/);
    return Object.assign(worker, { name });
  };
  const left = async () => {
    const [row] = await lake.db.sql<{ n: number }[]>`
      select count(*)::int as n from event_jobs where status in ('PENDING', 'PROCESSING')`;
    return row?.n ?? 0;
  };
  const workers = await Promise.all([start(), start(), start()]);
  let hit = 0;
  for (let killed = 0; killed < kills && (await left()) > 0; killed += 1) {
    await delay(Math.random() * 150);
    const place = killed % workers.length;
    const victim = workers[place];
    if (!victim) continue;
    await victim.end('SIGKILL');
    const held = await lake.db.sql`
      select from event_jobs where status = 'PROCESSING' and locked_by = ${victim.name}`;
    if (held.count > 0) hit += 1;
    workers[place] = await start();
  }
  await eventually(async () => (await left()) === 0, 300_000);
  expect(await Promise.all(workers.map((worker) => worker.end()))).toEqual([0, 0, 0]);

  const expected = new Map<string, number>();
  for (const [n, { artifact_uid }] of stored.entries()) expected.set(artifact_uid, await eventsIn(textOf(n)));
  const rows = await lake.db.sql<
    { artifactUid: string; status: string; events: number; runs: number; quotes: number }[]
  >`
    select j.artifact_uid, j.status, count(distinct e.event_id)::int as events,
           count(distinct e.extraction_run_id)::int as runs, count(distinct v.event_id)::int as quotes
    from event_jobs j left join semantic_events e using (artifact_uid, revision_id)
      left join event_evidence v using (event_id)
    group by j.job_id`;
  expect(rows).toHaveLength(documents);
  for (const row of rows) {
    const events = expected.get(row.artifactUid);
    expect(row).toEqual({ artifactUid: row.artifactUid, status: 'DONE', events, runs: 1, quotes: events });
  }
  return hit;
}
