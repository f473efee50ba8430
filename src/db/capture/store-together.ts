import type { Pool, Sql } from '../postgres/connect.ts';
import {
  type CaptureBatch,
  type CaptureHelp,
  type CaptureOutcome,
  type ReaderPosition,
  savePosition,
  storeIn,
} from './store.ts';

/**
 * Stores captured batches of any number of conversations in one transaction, together with the readers' offsets.
 * Batches of one conversation are stored in sequence, those of different ones concurrently on one connection, which
 * saves most round trips.
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
    const outcomes = await inOrder(tx, batches, help);
    await also?.(tx, outcomes);
    for (const position of positions) await savePosition(tx, position, undefined);
    return outcomes;
  });
}

async function inOrder(
  tx: Sql,
  batches: readonly CaptureBatch[],
  help: CaptureHelp,
): Promise<CaptureOutcome[]> {
  const outcomes = new Map<CaptureBatch, CaptureOutcome>();
  const lanes = new Map<string, CaptureBatch[]>();
  for (const batch of batches) lanes.set(batch.source.key, [...(lanes.get(batch.source.key) ?? []), batch]);
  const work = [...lanes.values()].map(async (lane) => {
    for (const batch of lane) outcomes.set(batch, await storeIn(tx, batch, help));
  });
  let failure: { error: unknown } | undefined;
  for (const lane of work)
    lane.catch((error: unknown) => {
      failure ??= { error }; // the first one: later ones only report that the transaction has failed
    });
  // None may still use the connection when the transaction ends.
  await Promise.allSettled(work);
  if (failure) throw failure.error;
  return batches.flatMap((batch) => outcomes.get(batch) ?? []);
}
