import type { Sql } from '../postgres/connect.ts';
import { recordsOf } from '../postgres/records.ts';
import { isSpread } from '../postgres/spread.ts';
import { settled } from '../runtime/settled.ts';
import { saveFacts } from './facts.ts';
import type { Plan } from './plan.ts';
import { keepRaw } from './raw.ts';
import { type CaptureRow, provisional } from './version.ts';
import { completeRows, insertKeys, insertRows } from './write.ts';

/**
 * Writes the plans of different conversations, in as few statements as possible: one of each kind, but where conversations
 * are spread over nodes, one for each of them.
 */
export async function writePlans(tx: Sql, plans: readonly Plan[]): Promise<void> {
  const apart = plans.length > 1 && (await isSpread(tx));
  const together = apart ? plans.map((plan) => [plan]) : [plans];
  // Pipelined: sent without waiting for each reply.
  await settled(together.flatMap((some) => statementsOf(tx, some)));
}

function statementsOf(tx: Sql, plans: readonly Plan[]): (Promise<unknown> | undefined)[] {
  const facts = plans.flatMap(({ conversationId, batch }) =>
    batch.facts ? [{ conversationId, facts: batch.facts }] : [],
  );
  return [
    insertRows(tx, plans),
    ...plans.map((plan) => completeRows(tx, plan)),
    insertKeys(tx, plans),
    ...plans.flatMap(({ batch, conversationId, made, fresh, fragments }) => [
      fragments.save(),
      batch.settled ? settle(tx, conversationId, fresh) : undefined,
      batch.raw ? keepRaw(tx, conversationId, batch.raw, made) : undefined,
    ]),
    saveFacts(tx, facts),
    updateHeads(tx, plans),
  ];
}

/** Marks partial messages of hooks, and calls without a result, as interrupted when something new begins. */
const settle = (tx: Sql, conversationId: string, fresh: readonly CaptureRow[]) => tx`
  update messages m set metadata = coalesce(m.metadata, '{}') || '{"interrupted": true}'
  where m.conversation_id = ${conversationId} and m.external_id like 'hook:%'
    and not m.id = any(${fresh.map((row) => row.id)}::uuid[])
    and not coalesce(m.metadata ? 'interrupted', false)
    and (m.metadata -> 'partial' = 'true'
      or (m.external_id like 'hook:call:%' and not exists (
        select 1 from capture_keys k where k.conversation_id = m.conversation_id
          and k.key = 'result:' || substr(m.external_id, ${`${provisional}call:`.length + 1}))))`;

/** Sets the last activity of each conversation to the time of its last message, not of the import. */
async function updateHeads(tx: Sql, plans: readonly Plan[]): Promise<void> {
  const heads = plans.flatMap(({ conversationId, head }) => (head ? [{ id: conversationId, ...head }] : []));
  const [first] = heads;
  if (!first) return;
  await tx`
    with n as materialized (
      select id, "lastTurn", added, coalesce(least(at, clock_timestamp()), clock_timestamp()) as at
      from json_to_recordset(${recordsOf(heads)}::text::json) as h (
        id uuid, "lastTurn" int, added int, at timestamptz)
    )
    update conversation_heads h
    set last_turn = n."lastTurn", message_count = h.message_count + n.added, updated_at = greatest(h.updated_at, n.at)
    from n
    where h.conversation_id = ${heads.length === 1 ? tx`${first.id}` : tx`n.id`}`;
}
