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
 * Stores what was captured of any number of conversations in one transaction, together with the positions of who read it.
 * Batches of one conversation are stored one after the other, those of different ones side by side on one connection,
 * which saves most of the waiting.
 *
 * @returns what came of each batch, in their order.
 * @throws the driver's error of the first that failed; nothing is stored then, and all may be given again.
 */
export function storeTogether(
  sql: Pool,
  batches: readonly CaptureBatch[],
  positions: readonly ReaderPosition[],
  help: CaptureHelp,
): Promise<CaptureOutcome[]> {
  return sql.begin(async (tx) => {
    const outcomes = await inOrder(tx, batches, help);
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
      failure ??= { error }; // the first one: those behind it only say that the transaction has failed
    });
  // None of them may still be talking when the transaction ends.
  await Promise.allSettled(work);
  if (failure) throw failure.error;
  return batches.flatMap((batch) => outcomes.get(batch) ?? []);
}
