import { type Logger, pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { coalesceAppends } from '../db/coalescer.ts';
import type { Database } from '../db/connect.ts';
import type { Deps } from '../handlers/deps.ts';
import type { Config } from './env.ts';

/** The one logger: JSON lines on stderr, where they cannot disturb a protocol on stdout. */
export function createLog(level: Config['logLevel']): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

/** Builds what handlers are given. */
export function createDeps(db: Database, log: Logger): Deps {
  return { db, append: coalesceAppends(db.sql), clock: () => new Date(), newId: () => uuidv7(), log };
}
