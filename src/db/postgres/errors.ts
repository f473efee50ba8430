import { DrizzleQueryError } from 'drizzle-orm/errors';
import postgres from 'postgres';
import { type Fate, fateOfCode, type Retrier, retriedBy } from './error-classes.ts';

/** Finds the error of PostgreSQL or the driver below the query builder's wrapping. */
function driverError(error: unknown): { code: string; constraint?: string } | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof postgres.PostgresError) return { code: cause.code, ...constraintOf(cause) };
    if ('code' in cause && typeof cause.code === 'string') return { code: cause.code };
    if (cause instanceof AggregateError) {
      const first = cause.errors.map(driverError).find((inner) => inner !== undefined);
      if (first) return first;
    }
  }
  return undefined;
}

/** Citus passes on the message of the node, but not its fields. */
function constraintOf({ code, constraint_name: name, message }: postgres.PostgresError) {
  const constraint =
    name ?? (code.startsWith('23') ? /constraint "([^"]{1,63})"/.exec(message)?.[1] : undefined);
  return constraint ? { constraint } : {};
}

/** What an error means for a retry; undefined for errors that are not the database's, or not in the table. */
export function fateOf(error: unknown): Fate | undefined {
  const code = driverError(error)?.code;
  return code === undefined ? undefined : fateOfCode(code);
}

/** True when the database could not be reached or the connection was lost; the same call may succeed later. */
export const isUnavailable = (error: unknown): boolean => fateOf(error) === 'unreachable';

/**
 * True when the database responds but needs repair or setup first: a damaged page affects the records that touch it, a
 * missing permission all of them.
 */
export function needsRepair(error: unknown): boolean {
  const fate = fateOf(error);
  return fate === 'damage' || fate === 'setup';
}

/** True when this component should retry after the error; see {@link retriedBy}. */
export function isRetriedBy(retrier: Retrier, error: unknown): boolean {
  const fate = fateOf(error);
  return fate !== undefined && retriedBy[fate].includes(retrier);
}

/** True when the database cannot be reached until its TLS configuration is fixed. */
export function isUntrusted(error: unknown): boolean {
  const code = driverError(error)?.code;
  return code === 'CERTIFICATE' || code === 'NO_TLS';
}

/** True when a statement was cancelled, as happens on a statement timeout. */
export const isTimeout = (error: unknown): boolean => driverError(error)?.code === '57014';

/** True when the database server's disk is full. */
export const isDiskFull = (error: unknown): boolean => driverError(error)?.code === '53100';

/** Failures of an established connection: the statement may have been executed, and only its reply lost. */
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

/** True when it is unknown whether the statement was executed before the connection was lost. */
export function isInDoubt(error: unknown): boolean {
  const code = driverError(error)?.code;
  return code !== undefined && inDoubt.has(code);
}

/**
 * The constraint or unique index that rejected a row; undefined for other errors. Where the lake is spread over nodes,
 * the error names that of a shard, which has its number at the end.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const found = driverError(error);
  return found?.code.startsWith('23') ? found.constraint?.replace(/_\d{6}\d*$/, '') : undefined;
}

/** The SQLSTATE or driver code, for logs. */
export const failureCode = (error: unknown): string | undefined => driverError(error)?.code;

/**
 * The loggable part of an error: message, code and stack, but no user data. The driver's own errors carry statements
 * with their parameters, and rejected rows.
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

/** A statement would access rows of a toolset that its caller's key may not use. */
export class BeyondReach extends Error {
  readonly toolset: string;

  constructor(toolset: string) {
    super(`the key has no access to rows of ${toolset}`);
    this.toolset = toolset;
  }
}
