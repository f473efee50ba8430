import { createLog } from '../../src/gateway/deps.ts';
import { createExtractionPool, type ExtractionPool } from '../../src/gateway/jobs/extraction-pool.ts';
import { startWorker, type Worker } from '../../src/gateway/jobs/worker.ts';
import artifactIngest from '../../src/handlers/artifacts/artifact-ingest.ts';
import { offlineExtractor } from '../../src/handlers/events/extraction/offline/index.ts';
import jobStatus from '../../src/handlers/events/job-status.ts';
import { call } from './call.ts';
import { testConfig } from './gateway.ts';
import type { TestLake } from './lake.ts';
import { eventually } from './waiting.ts';

/** A valid document; override what the test is about. */
export const document = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  artifact_type: 'note',
  source_system: 'notes',
  content: 'Decision: We will use OpenAI text-embedding-3-large starting Jan 1.',
  ...changes,
});

/** Well over 1,200 tokens, with something to find at its beginning and at its end. */
export const longText = (changes: { first?: string; last?: string } = {}): string => {
  const filler = Array.from(
    { length: 220 },
    (_, i) => `Shelf ${i} stands in the reading room, next to the window with the green curtain.`,
  );
  return [
    changes.first ?? 'Decision: The board chose the oak shelves for the reading room.',
    ...filler,
    changes.last ?? 'I will send the signed order to the joiner on Friday.',
  ].join('\n');
};

/** Stores a document and returns the tool's result. */
export const ingest = (lake: TestLake, changes: Record<string, unknown> = {}) =>
  call(artifactIngest, document(changes), lake.deps);

/** Extraction in the calling thread: most tests are about what comes before and after it. */
export const poolHere = (
  extract: ExtractionPool['extract'] = async ({ document }, signal) => ({
    extractor: offlineExtractor.name,
    extraction: await offlineExtractor.extract(document, signal),
  }),
): ExtractionPool => ({ size: 4, extract, stop: async () => undefined });

/** A worker on the lake of a test; the caller stops it. */
export const workOn = (lake: TestLake, changes: Partial<Parameters<typeof startWorker>[0]> = {}): Worker =>
  startWorker({
    sql: lake.db.sql,
    log: createLog('silent'),
    newId: lake.deps.newId,
    id: 'worker-1',
    pollMs: 50,
    leaseMs: 60_000,
    pool: poolHere(),
    ...changes,
  });

export const threads = (): ExtractionPool => createExtractionPool(2, testConfig().models);

/** Waits until the job of a document has finished, and returns it. */
export const settled = (lake: TestLake, artifact_uid: string, revision_id?: string) =>
  eventually(async () => {
    const job = await call(jobStatus, { artifact_uid, revision_id }, lake.deps);
    return ['DONE', 'FAILED'].includes(job.status) && job;
  });

/** Lets a worker finish all due jobs. */
export async function extractAll(lake: TestLake): Promise<void> {
  const worker = workOn(lake);
  await eventually(async () => {
    const rows = await lake.db.sql`select from event_jobs where status in ('PENDING', 'PROCESSING')`;
    return rows.count === 0;
  });
  await worker.stop();
}
