import { type DestinationStream, type Logger, pino } from 'pino';
import { failureCode, loggable } from '../../db/postgres/errors.ts';
import type { Config } from '../config/env.ts';
import { Repeats } from './limit-repeats.ts';
import { readableLog } from './readable-log.ts';

const warn = 40;

/**
 * The only logger: lines on stderr, where they cannot corrupt a protocol on stdout; JSON, and readable on a terminal. Warnings and errors that
 * differ only in details are written twenty times a minute; `repeated` gives the number that were left out.
 */
export function createLog(
  level: Config['logLevel'],
  destination: DestinationStream = process.stderr.isTTY ? readableLog(process.stderr) : pino.destination(2),
): Logger {
  const repeats = new Repeats();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggable },
      hooks: {
        logMethod(args, write, levelNumber) {
          const [about, message] = args as readonly unknown[];
          if (levelNumber < warn || typeof about !== 'object' || about === null)
            return write.apply(this, args);
          const repeated = repeats.admit(`${levelNumber} ${message} ${codeIn(about)}`);
          if (repeated === undefined) return;
          if (repeated === 0) return write.apply(this, args);
          this[levelNumber >= 50 ? 'error' : 'warn']({ ...about, repeated }, String(message));
        },
      },
    },
    destination,
  );
}

const codeIn = (about: object): unknown =>
  'err' in about ? (failureCode(about.err) ?? nameOf(about.err)) : 'code' in about ? about.code : '';

const nameOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${error.message}`.slice(0, 100) : '';
