import postgres from 'postgres';

/** SQLSTATEs and driver codes that mean "the store cannot be reached now": nothing is wrong with the request. */
const unreachable = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '25006', // read-only: a replica during a failover
  '3D000', // the database is not there (yet)
  '42P01', // not migrated yet
  '53100', // disk full
  '53300', // too many connections
  '57P01', // shut down by an administrator
  '57P02', // crash of another server process
  '57P03', // starting up
]);

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

/** True when the store could not be reached or went away; the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = driverError(error)?.code;
  return code !== undefined && (unreachable.has(code) || code.startsWith('08'));
}

/** The name of the constraint or unique index that refused a row, if that is what happened. */
export function violatedConstraint(error: unknown): string | undefined {
  const found = driverError(error);
  return found?.code.startsWith('23') ? found.constraint : undefined;
}

/** The SQLSTATE or driver code, for logs. */
export const failureCode = (error: unknown): string | undefined => driverError(error)?.code;
