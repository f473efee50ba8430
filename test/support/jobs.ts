import { randomUUID } from 'node:crypto';
import { type ClaimedJob, claimJobs } from '../../src/db/jobs/jobs.ts';
import type { Sql } from '../../src/db/postgres/connect.ts';

/** Claims up to `most` due jobs, as a worker does. */
export const claim = (sql: Sql, worker: string, most = 1): Promise<ClaimedJob[]> =>
  claimJobs(
    sql,
    worker,
    Array.from({ length: most }, () => randomUUID()),
  );
