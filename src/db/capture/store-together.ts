import type { Pool, Sql } from '../postgres/connect.ts';
import type { CaptureBatch, CaptureHelp, CaptureOutcome, ReaderPosition } from './batch.ts';
import { savePosition, storeIn } from './store.ts';

/**
 * Stores captured batches of any number of conversations in one transaction, together with the readers' offsets.
 * Batches of one conversation are stored in sequence.
 *
 * @param also what to store with them, once they are.
 * @returns the outcome of each batch, in order.
 * @throws the driver's error of the first failure; then nothing is stored, and all batches may be retried.
 */
export function storeTogether(
  sql: Pool,
  batches: readonly CaptureBatch[],
  positions: readonly ReaderPosition[],
  help: CaptureHelp,
  also?: (tx: Sql, outcomes: readonly CaptureOutcome[]) => Promise<void>,
): Promise<CaptureOutcome[]> {
  return sql.begin(async (tx) => {
    const outcomes = await storeIn(tx, batches, help);
    await also?.(tx, outcomes);
    for (const position of positions) await savePosition(tx, position, undefined);
    return outcomes;
  });
}
