/**
 * What a database error means for a retry.
 *
 * - `unreachable`: the database cannot be reached now, or accepts no writes at all.
 * - `busy`: it answers, but could not perform this operation now: a lock, a limit, memory or space.
 * - `setup`: it answers, but is not set up for us; the data to store is fine.
 * - `damage`: it found its own files damaged. The data to store is fine, but further writes are unwise.
 * - `refused`: the data to store is at fault, and a retry would fail too.
 */
export type Fate = 'unreachable' | 'busy' | 'setup' | 'damage' | 'refused';

/**
 * Which component retries. `driver`: reconnects, repeats no statement. `caller`: after `retry_after`. `worker`: a job,
 * after its backoff. `spool`: events on disk, until they are stored. In the spool, errors that are not retried produce
 * dead letters.
 */
export type Retrier = 'driver' | 'caller' | 'worker' | 'spool';

export const retriedBy: Readonly<Record<Fate, readonly Retrier[]>> = {
  unreachable: ['driver', 'caller', 'worker', 'spool'],
  busy: ['caller', 'worker', 'spool'],
  setup: ['spool'],
  damage: ['spool'],
  refused: [],
};

/** SQLSTATEs and codes of the driver and the system, one fate per line; a full code takes precedence over its class. */
const table: readonly (readonly [fate: Fate, codes: string])[] = [
  ['unreachable', '08'], // connection exceptions; a pooler's own refusals are 08P01
  ['unreachable', '25006'], // read-only: a replica during a failover
  ['unreachable', '3D000'], // the database does not exist (yet)
  ['unreachable', '42P01'], // not migrated yet
  ['unreachable', '53100 53300'], // disk full; too many connections
  ['unreachable', '57P01 57P02 57P03 57P04 57P05'], // shut down, crashed, starting up, dropped, closed for idleness
  ['unreachable', 'CONNECT_TIMEOUT CONNECTION_CLOSED CONNECTION_DESTROYED CONNECTION_ENDED'],
  ['unreachable', 'CERTIFICATE NO_TLS'], // the server's identity cannot be verified
  [
    'unreachable',
    'ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EAI_AGAIN EPIPE ETIMEDOUT',
  ],
  ['busy', '25P03 25P04'], // the transaction was idle, or took, longer than its limit
  ['busy', '26'], // a prepared statement is gone: another server behind a pooler
  ['busy', '40'], // serialization failures and deadlocks
  ['busy', '53'], // out of memory, of locks, of a configured limit
  ['busy', '55006 55P03'], // in use; a lock not acquired in time
  ['busy', '57'], // cancelled by a timeout or an administrator
  ['busy', '58'], // I/O errors below PostgreSQL
  ['busy', '72000'], // a snapshot that is too old
  ['setup', '28 3F 42 F0'], // authentication, schemas, rights and columns, configuration
  ['damage', 'XX001 XX002'], // damaged data, a damaged index
  ['refused', '21 22 23 44 54'], // cardinality, values, constraints, views' checks, limits of a row or an index
  ['refused', '40002'], // a constraint at the end of the transaction
  ['refused', 'MAX_PARAMETERS_EXCEEDED UNDEFINED_VALUE'],
];

const fates = new Map(
  table.flatMap(([fate, codes]) => codes.split(' ').map((code) => [code, fate] as const)),
);

/** @returns undefined for a code that is not in this table. */
export function fateOfCode(code: string): Fate | undefined {
  const whole = fates.get(code);
  if (whole !== undefined || !/^[0-9A-Z]{5}$/.test(code)) return whole;
  return fates.get(code.slice(0, 2));
}
