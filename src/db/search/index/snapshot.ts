import type { Pool, Sql } from '../../postgres/pool.ts';
import { settled } from '../../runtime/settled.ts';

/** Runs work in its own snapshot, after all earlier work. */
export type Snapshots = <T>(work: (tx: Sql) => Promise<T>) => Promise<T>;

/**
 * Runs work one at a time, each in a snapshot with a statement timeout. When one times out, those that have already
 * waited as long fail too, since each would wait for the same thing again.
 */
export function createSnapshots(sql: Pool, statementMs: number): Snapshots {
  /** Resolves to the last error if it was a timeout. */
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: (tx: Sql) => Promise<T>) => {
    const began = performance.now();
    const before = last;
    const answer = new Promise<T>((resolve, reject) => {
      const run = before.then((stuck) => {
        if (stuck && performance.now() - began > statementMs) throw stuck;
        return sql.begin('isolation level repeatable read read only', async (tx) => {
          // Sent before the statements of the work, in the same round trip.
          const timeout = tx`select set_config('statement_timeout', ${String(statementMs)}, true)`.execute();
          const [result] = await settled([work(tx), timeout]);
          // Nobody waits for the end of a transaction that has only read.
          resolve(result);
        });
      });
      run.catch(reject);
    });
    last = answer.then(
      () => undefined,
      (error: unknown) => (isCancelled(error) ? error : undefined), // reported to its caller; the next one may run
    );
    return answer;
  };
}

const isCancelled = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';
