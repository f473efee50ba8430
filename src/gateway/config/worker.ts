import { hostname } from 'node:os';
import * as z from 'zod';

/** How jobs are processed; see `dewey worker`. */
export type WorkerConfig = {
  id: string;
  pollMs: number;
  leaseMs: number;
  /** Attempts for jobs queued from now on. */
  maxAttempts: number;
};

const milliseconds = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** Variable names are inherited, see `./env.ts`. */
export const workerVariables = {
  WORKER_ID: z.string().max(200).optional(),
  POLL_INTERVAL_MS: milliseconds(10, 3_600_000).default(1000),
  JOB_LEASE_MS: milliseconds(1000, 86_400_000).default(60_000),
  EVENT_MAX_ATTEMPTS: z.coerce.number().int().min(1).max(100).default(5),
};

export const workerConfig = (v: z.output<z.ZodObject<typeof workerVariables>>): WorkerConfig => ({
  id: v.WORKER_ID ?? `${hostname()}-${process.pid}`,
  pollMs: v.POLL_INTERVAL_MS,
  leaseMs: v.JOB_LEASE_MS,
  maxAttempts: v.EVENT_MAX_ATTEMPTS,
});
