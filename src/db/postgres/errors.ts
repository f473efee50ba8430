import { DrizzleQueryError } from 'drizzle-orm/errors';
import postgres from 'postgres';
import { type Fate, fateOfCode, type Retrier, retriedBy } from './error-classes.ts';

/** What PostgreSQL or the driver said, found below the query builder's own wrapping. */
function driverError(error: unknown): { code: string; constraint?: string } | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof postgres.PostgresError)
      return { code: cause.code, ...(cause.constraint_name ? { constraint: cause.constraint_name } : {}) };
    if ('code' in cause && typeof cause.code === 'string') return { code: cause.code };
    if (cause instanceof AggregateError) {
      const first = cause.errors.map(driverError).find((inner) => inner !== undefined);
      if (first) return first;
    }
  }
  return undefined;
}

/** What a failure means for the next try; undefined where neither PostgreSQL nor the table knows. */
export function fateOf(error: unknown): Fate | undefined {
  const code = driverError(error)?.code;
  return code === undefined ? undefined : fateOfCode(code);
}

/** True when the store could not be reached or went away; the same call may succeed later. */
export const isUnavailable = (error: unknown): boolean => fateOf(error) === 'away';

/**
 * True when the store answers and cannot do this before somebody repairs it or sets it up: one damaged page concerns what
 * touches it, a missing right everything.
 */
export function needsRepair(error: unknown): boolean {
  const fate = fateOf(error);
  return fate === 'damage' || fate === 'setup';
}

/** True when this one is to try again after the failure; see {@link retriedBy}. */
export function isRetriedBy(retrier: Retrier, error: unknown): boolean {
  const fate = fateOf(error);
  return fate !== undefined && retriedBy[fate].includes(retrier);
}

/** True when the store cannot be reached before somebody mends how it is to be reached. */
export function isUntrusted(error: unknown): boolean {
  const code = driverError(error)?.code;
  return code === 'CERTIFICATE' || code === 'NO_TLS';
}

/** True when a statement was cancelled, which is what happens at its limit. */
export const isTimeout = (error: unknown): boolean => driverError(error)?.code === '57014';

/** True when the store has no room left. */
export const isDiskFull = (error: unknown): boolean => driverError(error)?.code === '53100';

/** Failures of a connection that was there: the statement may have been carried out, and only its answer lost. */
const inDoubt = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '08006',
  '57P01',
  '57P02',
]);

/** True when it is not known whether the store did what it was asked before it went away. */
export function isInDoubt(error: unknown): boolean {
  const code = driverError(error)?.code;
  return code !== undefined && inDoubt.has(code);
}

/** The name of the constraint or unique index that refused a row, if that is what happened. */
export function violatedConstraint(error: unknown): string | undefined {
  const found = driverError(error);
  return found?.code.startsWith('23') ? found.constraint : undefined;
}

/** The SQLSTATE or driver code, for logs. */
export const failureCode = (error: unknown): string | undefined => driverError(error)?.code;

/**
 * A failure as the log may have it: what went wrong, where, and nothing of what was to be stored or found. The driver's
 * own errors carry statements with their parameters, and rows that were refused.
 */
export function loggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, ...more } = publicPart(error);
  return {
    type: error.constructor.name,
    message,
    ...more,
    // The first lines of a stack repeat the message.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: loggable(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(loggable) } : {}),
  };
}

function publicPart(error: Error): { message: string; [field: string]: unknown } {
  if (error instanceof DrizzleQueryError) return { message: 'a query failed', query: error.query };
  if (!(error instanceof postgres.PostgresError))
    return { message: error.message, ...('code' in error ? { code: error.code } : {}) };
  const { code, constraint_name, table_name, column_name, routine } = error;
  // Messages of class 22 quote the value that could not be read.
  const message = code.startsWith('22') ? 'a value could not be read' : error.message;
  return { message, code, constraint: constraint_name, table: table_name, column: column_name, routine };
}

/** A statement would use rows of a toolset that its caller's key does not reach. */
export class BeyondReach extends Error {
  readonly toolset: string;

  constructor(toolset: string) {
    super(`rows of ${toolset} are beyond the reach of the key`);
    this.toolset = toolset;
  }
}
