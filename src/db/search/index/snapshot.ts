import type { Pool, Sql } from '../../postgres/pool.ts';

/** Does work in a snapshot of its own, after what was asked before. */
export type Snapshots = <T>(work: (tx: Sql) => Promise<T>) => Promise<T>;

/**
 * One after another, each in a snapshot, with a limit for its statements that the server keeps. Behind one that ran into
 * it, those that have waited as long fail as well: each would only wait for the same thing again.
 */
export function createSnapshots(sql: Pool, statementMs: number): Snapshots {
  /** Why the last one failed, when it ran into its limit. */
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const began = performance.now();
    const run = last.then((stuck) => {
      if (stuck && performance.now() - began > statementMs) throw stuck;
      return sql.begin('isolation level repeatable read read only', async (tx) => {
        // Before anything of the work, which goes out with it.
        const timeout = tx`select set_config('statement_timeout', ${String(statementMs)}, true)`.execute();
        const [result] = await Promise.all([work(tx), timeout]);
        return { result };
      });
    });
    last = run.then(
      () => undefined,
      (error: unknown) => (isCancelled(error) ? error : undefined), // whoever asked is told; the next one may run
    );
    return run.then(({ result }) => result as Awaited<ReturnType<typeof work>>);
  };
}

const isCancelled = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';
