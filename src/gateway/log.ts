import { type DestinationStream, type Logger, pino } from 'pino';
import { loggable } from '../db/failure.ts';
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
