/**
 * What a failure of the store means for the next try.
 *
 * - `away`: the store cannot be reached now, or cannot be written to at all.
 * - `busy`: it answers, and could not do this one thing now: a lock, a limit, no memory, no room.
 * - `setup`: it answers, and is not set up for us: nothing is wrong with what was to be stored.
 * - `damage`: it found its own files damaged. Nothing is wrong with what was to be stored, and writing on is unwise.
 * - `refused`: what was to be stored is at fault, and will be next time.
 */
export type Fate = 'away' | 'busy' | 'setup' | 'damage' | 'refused';

/**
 * Who tries again. `driver`: connects again, and repeats nothing. `caller`: told to by `retry_after`. `worker`: a job after
 * its backoff. `spool`: what is on disk waits and is tried until it is stored. What nobody retries becomes a dead letter
 * of the spool.
 */
export type Retrier = 'driver' | 'caller' | 'worker' | 'spool';

export const retriedBy: Readonly<Record<Fate, readonly Retrier[]>> = {
  away: ['driver', 'caller', 'worker', 'spool'],
  busy: ['caller', 'worker', 'spool'],
  setup: ['spool'],
  damage: ['spool'],
  refused: [],
};

/** SQLSTATEs and codes of the driver and the system, one fate a line; a whole code counts before its class. */
const table: readonly (readonly [fate: Fate, codes: string])[] = [
  ['away', '08'], // connection exceptions; a pooler's own refusals are 08P01
  ['away', '25006'], // read-only: a replica during a failover
  ['away', '3D000'], // the database is not there (yet)
  ['away', '42P01'], // not migrated yet
  ['away', '53100 53300'], // disk full; too many connections
  ['away', '57P01 57P02 57P03 57P04 57P05'], // shut down, crashed, starting up, dropped, closed for idleness
  ['away', 'CONNECT_TIMEOUT CONNECTION_CLOSED CONNECTION_DESTROYED CONNECTION_ENDED'],
  ['away', 'CERTIFICATE NO_TLS'], // of the server, which is not who it should be
  ['away', 'ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EAI_AGAIN EPIPE ETIMEDOUT'],
  ['busy', '25P03 25P04'], // the transaction was idle, or took, longer than its limit
  ['busy', '26'], // a prepared statement is gone: another server behind a pooler
  ['busy', '40'], // serialization failures and deadlocks
  ['busy', '53'], // out of memory, of locks, of what is configured
  ['busy', '55006 55P03'], // in use; a lock that was not to be had in time
  ['busy', '57'], // cancelled: by a limit of time, or by an administrator
  ['busy', '58'], // input and output failed below PostgreSQL
  ['busy', '72000'], // a snapshot that is too old
  ['setup', '28 3F 42 F0'], // who we are, schemas, rights and columns, its configuration
  ['damage', 'XX001 XX002'], // damaged data, a damaged index
  ['refused', '21 22 23 44 54'], // cardinality, values, constraints, views' checks, limits of a row or an index
  ['refused', '40002'], // a constraint at the end of the transaction
  ['refused', 'MAX_PARAMETERS_EXCEEDED UNDEFINED_VALUE'],
];

const fates = new Map(
  table.flatMap(([fate, codes]) => codes.split(' ').map((code) => [code, fate] as const)),
);

/** @returns undefined for a code that this table does not have. */
export function fateOfCode(code: string): Fate | undefined {
  const whole = fates.get(code);
  if (whole !== undefined || !/^[0-9A-Z]{5}$/.test(code)) return whole;
  return fates.get(code.slice(0, 2));
}
