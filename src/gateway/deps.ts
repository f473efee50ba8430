import { type DestinationStream, type Logger, pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { coalesceAppends } from '../db/coalescer.ts';
import type { Database } from '../db/connect.ts';
import { loggable } from '../db/failure.ts';
import type { Deps } from '../handlers/deps.ts';
import type { Config } from './env.ts';

/** The one logger: JSON lines on stderr, where they cannot disturb a protocol on stdout. */
export function createLog(
  level: Config['logLevel'],
  destination: DestinationStream = pino.destination(2),
): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: loggable } },
    destination,
  );
}

/** The time. */
export const clock = (): Date => new Date();

/** A new id: a UUID of version 7, so that new rows land next to each other in their indexes. */
export const newId = (): string => uuidv7();

/** Builds what handlers are given. */
export function createDeps(db: Database, log: Logger): Deps {
  return { db, append: coalesceAppends(db.sql), clock, newId, log };
}
