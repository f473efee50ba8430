import type { Pool, Sql } from '../postgres/connect.ts';
import { settled } from '../runtime/settled.ts';
import type { CaptureBatch, CaptureHelp, CaptureOutcome, ReaderPosition } from './batch.ts';
import { planOf } from './plan.ts';
import { type CaptureTarget, captureTargetOf } from './source.ts';
import { writePlans } from './write-plans.ts';

/**
 * Stores a captured batch of one conversation, each message once, in one transaction together with the reader's offset.
 * The first version of a message creates its row, and fuller versions complete that row; the order becomes the source's
 * as soon as the source's record arrives. The conversation's counter row is locked first, so that hooks, tailers and
 * imports of one session are serialized.
 *
 * A conversation that a user deleted stays deleted.
 *
 * @throws the driver's error; then nothing of the batch is stored, and it may be retried.
 */
export function storeCaptured(sql: Pool, batch: CaptureBatch, help: CaptureHelp): Promise<CaptureOutcome> {
  return sql.begin(async (tx) => {
    const [outcome] = await storeIn(tx, [batch], help);
    if (!outcome) throw new Error('a batch without an outcome'); // cannot happen: there is one for each
    return outcome;
  });
}

/**
 * The same for batches of any number of conversations, within a transaction of the caller. Batches of one conversation are
 * stored in sequence, those of different ones together, which saves most statements and round trips.
 *
 * @returns the outcome of each batch, in order.
 */
export async function storeIn(
  tx: Sql,
  batches: readonly CaptureBatch[],
  help: CaptureHelp,
): Promise<CaptureOutcome[]> {
  const outcomes = new Map<CaptureBatch, CaptureOutcome>();
  for (let left = [...batches]; left.length > 0; left = left.filter((batch) => !outcomes.has(batch))) {
    const round = await targetsOf(tx, ready(left), help);
    const planned = await settled(round.map(([batch, target]) => planOf(tx, batch, target, help)));
    const plans = planned.flatMap((plan) => ('batch' in plan ? [plan] : []));
    await writePlans(tx, plans);
    for (const [i, [batch]] of round.entries()) {
      const plan = planned[i];
      if (plan) outcomes.set(batch, 'batch' in plan ? plan.outcome : plan);
    }
  }
  for (const batch of batches)
    for (const position of batch.positions ?? []) await savePosition(tx, position, outcomes.get(batch)?.last);
  return batches.flatMap((batch) => outcomes.get(batch) ?? []);
}

/** The first batch of each conversation, but of one that another began only when that has nothing left to store. */
function ready(left: readonly CaptureBatch[]): CaptureBatch[] {
  const first = new Map<string, CaptureBatch>();
  for (const batch of left) if (!first.has(batch.source.key)) first.set(batch.source.key, batch);
  const waits = ({ source }: CaptureBatch) => {
    for (let above = source.parent; above; above = above.parent)
      if (above.key !== source.key && first.has(above.key)) return true;
    return false;
  };
  const free = [...first.values()].filter((batch) => !waits(batch));
  // Conversations that claim to have begun each other cannot all wait.
  return free.length > 0 ? free : left.slice(0, 1);
}

/** The batches with their conversations. Of several batches of one conversation under different keys, the first alone. */
async function targetsOf(
  tx: Sql,
  batches: readonly CaptureBatch[],
  help: CaptureHelp,
): Promise<[CaptureBatch, CaptureTarget][]> {
  const targets = await settled(
    batches.map((batch) => {
      const startedAt = batch.source.startedAt ?? batch.versions[0]?.createdAt;
      return captureTargetOf(tx, { ...batch.source, startedAt }, help.newId, batch.revive);
    }),
  );
  const seen = new Set<string>();
  return batches.flatMap((batch, i): [CaptureBatch, CaptureTarget][] => {
    const target = targets[i];
    if (!target) return [];
    if (target.status === 'open') {
      if (seen.has(target.conversationId)) return [];
      seen.add(target.conversationId);
    }
    return [[batch, target]];
  });
}

/** Saves a reader's offset. */
export async function savePosition(tx: Sql, saved: ReaderPosition, last: string | undefined): Promise<void> {
  const { reader, fingerprint = '', position } = saved;
  const state = saved.state === undefined ? null : JSON.stringify(saved.state(last));
  await tx`
    insert into capture_positions (reader, fingerprint, position, state, updated_at)
    values (${reader}, ${fingerprint}, ${position}::bigint, ${state}::text::jsonb, now())
    on conflict (reader) do update
    set fingerprint = excluded.fingerprint, position = excluded.position, state = excluded.state, updated_at = excluded.updated_at`;
}
