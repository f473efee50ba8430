import { setTimeout as delay } from 'node:timers/promises';
import { loadDocument, type StoredDocument } from '../../db/artifacts/document.ts';
import { type ExtractionAbout, finishJob } from '../../db/events/finish-job.ts';
import { pastCorrectionsFor, type StoredCorrection } from '../../db/events/past-corrections.ts';
import {
  type ClaimedJob,
  claimJobs,
  failJob,
  heartbeat,
  type JobFailure,
  releaseDeadJobs,
  releaseJobs,
} from '../../db/jobs/jobs.ts';
import type { Pool } from '../../db/postgres/connect.ts';
import { failureCode, isInDoubt, isUnavailable } from '../../db/postgres/errors.ts';
import { fullNames, underFullNames } from '../../handlers/events/extraction/across/people.ts';
import { toldBefore } from '../../handlers/events/extraction/across/same-fact.ts';
import {
  category,
  type Extraction,
  type SourceDocument,
} from '../../handlers/events/extraction/domain/event.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { createWakeableSleep } from '../background/wakeable-sleep.ts';
import type { ExtractionPool } from './extraction-pool.ts';

export type WorkerParts = {
  sql: Pool;
  log: Log;
  newId: () => string;
  id: string;
  pollMs: number;
  leaseMs: number;
  /** Stops after this long without due jobs. */
  idleMs?: number | undefined;
  /** Milliseconds to rest for each millisecond a job took. */
  restAfter?: (() => number) | undefined;
  pool: ExtractionPool;
};

export type Worker = {
  /** Looks for jobs now instead of at the next poll. */
  wake(): void;
  /** Claims no more jobs and releases those it holds. */
  stop(): Promise<void>;
  /** Resolves once the worker has stopped. */
  done: Promise<void>;
};

const across = { people: { fullNames, underFullNames }, toldBefore };

/** An extraction that takes longer is considered stuck. */
const longestMs = 15 * 60_000;
/** However busy the gateway is, the queue makes progress. */
const maxCoolDownMs = 1000;
/** Before jobs that an outage interrupted are released, doubled as long as each of them is interrupted again. */
const outageMs = 500;
/** How many times per lease a lock is renewed and dead workers are looked for. */
const beatsALease = 4;

type Running = { job: ClaimedJob; cancel: AbortController; ended: Promise<void> };

/** Reasons for cancelling an extraction that are not failures of the job. */
const stopping = Symbol('stopping');
const lost = Symbol('lost');

/**
 * Runs jobs until it is stopped: claims them, extracts elsewhere, and stores each result while it still owns the job.
 */
export function startWorker(parts: WorkerParts): Worker {
  const { sql, log, newId, id, pollMs, leaseMs, idleMs = Number.POSITIVE_INFINITY, pool } = parts;
  const running = new Map<string, Running>();
  /** Runs that nobody works on, to be released once the database is available: their leases may be long. */
  const unreleased = new Set<string>();
  /** In a row that interrupted jobs. */
  let outages = 0;
  const sleep = createWakeableSleep();
  let coolingDown = 0;

  async function loop() {
    let released = Number.NEGATIVE_INFINITY;
    let busy = performance.now();
    while (!sleep.over.aborted && (unreleased.size > 0 || performance.now() - busy < idleMs))
      try {
        if (unreleased.size > 0) {
          await outage(Math.min(outageMs * (2 ** outages - 1), leaseMs / beatsALease));
          await releaseInterrupted();
          continue;
        }
        if (performance.now() - released > leaseMs / beatsALease) {
          released = performance.now();
          const count = await releaseDeadJobs(sql, leaseMs);
          if (count > 0) log.warn({ count }, 'released jobs of workers that ended');
        }
        const free = pool.size - running.size - coolingDown;
        const claimed = free > 0 ? await claim(free) : [];
        for (const job of claimed) begin(job);
        if (running.size > 0) busy = performance.now();
        if (claimed.length < free || free === 0) await sleep.pause(pollMs);
      } catch (err) {
        log.warn({ err, code: failureCode(err) }, 'jobs cannot be claimed; trying again');
        await sleep.pause(Math.max(pollMs, 1000));
      }
  }

  /** Unlike a pause between polls, new jobs do not shorten it. */
  const outage = (ms: number) =>
    delay(ms, undefined, { ref: false, signal: sleep.over }).catch(() => undefined); // stopped

  async function claim(most: number): Promise<ClaimedJob[]> {
    const runIds = Array.from({ length: most }, newId);
    try {
      return await claimJobs(sql, id, runIds);
    } catch (err) {
      // They may have been claimed, and only the answer lost.
      if (isInDoubt(err)) for (const runId of runIds) unreleased.add(runId);
      throw err;
    }
  }

  async function releaseInterrupted(): Promise<void> {
    const runIds = [...unreleased];
    await releaseJobs(sql, runIds);
    for (const runId of runIds) unreleased.delete(runId);
  }

  function begin(job: ClaimedJob): void {
    const cancel = new AbortController();
    const begun = performance.now();
    const ended = work(parts, job, cancel.signal)
      .then(
        () => {
          outages = 0;
        },
        (err: unknown) => {
          const about = { err, code: failureCode(err), job: job.jobId };
          if (!isUnavailable(err)) return log.error(about, 'a job was abandoned until its lease ends');
          if (unreleased.size === 0) outages += 1;
          unreleased.add(job.runId);
          log.warn(about, 'database unavailable; a job is released when it is back');
        },
      )
      .finally(() => {
        running.delete(job.runId);
        void coolDown((performance.now() - begun) * (parts.restAfter?.() ?? 0));
      });
    running.set(job.runId, { job, cancel, ended });
  }

  /** Keeps a job's slot empty for a while. */
  async function coolDown(ms: number): Promise<void> {
    coolingDown += 1;
    if (ms >= 1) await delay(Math.min(ms, maxCoolDownMs), undefined, { ref: false });
    coolingDown -= 1;
    sleep.wake();
  }

  async function beat() {
    if (running.size === 0) return;
    try {
      const held = [...running.values()];
      const ours = await heartbeat(
        sql,
        held.map(({ job }) => job),
      );
      for (const { job, cancel } of held) if (!ours.has(job.jobId)) cancel.abort(lost);
    } catch (err) {
      log.warn({ err }, 'the heartbeat failed; other workers take over the jobs when the lease ends');
    }
  }

  const beating = setInterval(() => void beat(), leaseMs / beatsALease).unref();

  async function run() {
    await loop();
    for (const { cancel } of running.values()) cancel.abort(stopping);
    await Promise.all([...running.values()].map(({ ended }) => ended));
    clearInterval(beating);
    if (unreleased.size > 0)
      await releaseInterrupted().catch((err: unknown) =>
        log.warn({ err, code: failureCode(err) }, 'jobs stay locked until their lease ends'),
      );
    await pool.stop();
  }

  const done = run();
  return {
    wake: sleep.wake,
    done,
    stop() {
      sleep.end();
      return done;
    },
  };
}

/** Runs one job until it is done, failed, released, or left alone because another worker owns it. */
async function work(parts: WorkerParts, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  const { sql, log, pool, newId } = parts;
  const begun = performance.now();
  try {
    const stored = await loadDocument(sql, job.artifactUid, job.revisionId);
    if (!stored) return; // the document was deleted, and its job with it
    const corrections = await pastCorrectionsFor(sql, job.artifactUid);
    const { extractor, extraction } = await pool.extract(
      { document: toSource(stored, corrections), mayLeave: stored.sensitivity !== 'highly_sensitive' },
      AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    );
    const events = extraction.events.map((event) => ({ eventId: newId(), ...event }));
    const finished = await finishJob(sql, job, extractor, events, aboutOf(extraction), across);
    log.info(
      {
        job: job.jobId,
        artifact: job.artifactUid,
        revision: job.revisionId,
        extractor,
        events: finished ? events.length : 0,
        dropped: extraction.dropped.length,
        ms: Math.round(performance.now() - begun),
      },
      finished ? 'events extracted' : 'events extracted for a job that this worker no longer owns',
    );
  } catch (error) {
    if (signal.reason === stopping) await releaseJobs(sql, [job.runId]);
    else if (signal.reason !== lost) await fail(parts, job, error);
  }
}

/** What was left out, by reason. */
function aboutOf({ dropped, language }: Extraction): ExtractionAbout {
  const counts = new Map<string, number>();
  for (const { reason } of dropped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return { language: language ?? null, dropped: [...counts].map(([reason, count]) => ({ reason, count })) };
}

async function fail({ sql, log }: WorkerParts, job: ClaimedJob, error: unknown): Promise<void> {
  // Nothing can be written now. (A failed extraction states itself whether it is permanent.)
  if (isUnavailable(error) && !(error instanceof Error && 'permanent' in error)) throw error;
  const failure = toFailure(error);
  const status = await failJob(sql, job, failure);
  log.warn(
    { err: error, job: job.jobId, code: failure.code, attempt: job.attempts, status },
    'extraction failed',
  );
}

/** The failure as recorded in the job. Extraction errors describe themselves; others are described here. */
function toFailure(error: unknown): JobFailure {
  if (!(error instanceof Error)) return { code: 'internal', message: String(error), permanent: false };
  if (error.name === 'TimeoutError')
    return { code: 'timeout', message: 'The extraction did not finish in time.', permanent: true };
  const { code, permanent, retryAfterMs } = error as Partial<JobFailure>;
  if (code === 'thread_ended')
    return { code, message: 'The extraction ran out of memory or crashed.', permanent: false };
  if (typeof code === 'string' && typeof permanent === 'boolean')
    return { code, message: error.message, permanent, retryAfterMs };
  return {
    code: 'internal',
    message: 'Something went wrong inside Dewey; see its log.',
    permanent: false,
  };
}

const toSource = (stored: StoredDocument, corrections: readonly StoredCorrection[]): SourceDocument => ({
  artifactType: stored.artifactType,
  title: stored.title,
  author: stored.author,
  participants: stored.participants,
  sourceTime: stored.sourceTs,
  documentDate: stored.documentDate,
  pieces: stored.chunks.map(({ chunkId, text, start }) => ({ chunkId, text, start })),
  corrections: corrections.flatMap((one) => {
    const known = category.safeParse(one.category);
    return known.success
      ? [{ ...one, category: known.data, changed: category.safeParse(one.changed).data }]
      : [];
  }),
});
