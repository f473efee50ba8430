import { followStored, storedColumns } from '../conversations/follow-stored.ts';
import { changeMessages } from '../conversations/follow-ups.ts';
import type { Sql } from '../postgres/connect.ts';
import { recordsOf } from '../postgres/records.ts';
import type { Plan } from './plan.ts';
import type { CaptureRow } from './version.ts';

/** Inserts new rows. */
export async function insertRows(tx: Sql, plans: readonly Plan[]): Promise<void> {
  const rows = plans.flatMap(({ conversationId, fresh }) =>
    fresh.map((row) => ({ conversation_id: conversationId, ...recordOf(row) })),
  );
  if (rows.length === 0) return;
  await tx`
    with stored as (
      insert into messages (id, conversation_id, turn_number, role, content, metadata, external_id, created_at)
      select n.id, ${own(tx, plans)}, n.turn, n.role, n.content, n.metadata, n.external_id,
             coalesce(n.created_at, now())
      from json_to_recordset(${recordsOf(rows)}::text::json) as n (
        id uuid, conversation_id uuid, turn int, role text, content text, metadata jsonb, external_id text, created_at timestamptz)
      returning ${storedColumns(tx)}
    ),
    ${followStored(tx, only(plans))}
    select`;
}

/** Overwrites rows with fuller versions; metadata from hooks is kept unless it was provisional. */
export async function completeRows(
  tx: Sql,
  { conversationId, completed }: Pick<Plan, 'conversationId' | 'completed'>,
): Promise<void> {
  if (completed.length === 0) return;
  await changeMessages(tx, {
    conversationId,
    from: tx`
      json_to_recordset(${recordsOf(completed.map(recordOf))}::text::json) as w (
        id uuid, role text, content text, metadata jsonb, external_id text, created_at timestamptz)
      join messages m on m.id = w.id and m.conversation_id = ${conversationId}`,
    text: tx`w.content`,
    columns: tx`w.role, w.external_id, w.metadata, w.created_at`,
    set: tx`
      role = n.role, external_id = n.external_id,
      metadata = nullif((coalesce(m.metadata, '{}') - '{partial,interrupted,redacted,whole}'::text[])
                        || coalesce(n.metadata, '{}'), '{}'),
      created_at = coalesce(n.created_at, m.created_at)`,
  });
}

/** The conversation of one plan, which tells a lake that is spread over nodes where to write. */
const only = (plans: readonly Plan[]): string | null =>
  plans.length === 1 ? (plans[0]?.conversationId ?? null) : null;

const own = (tx: Sql, plans: readonly Plan[]) => {
  const id = only(plans);
  return id === null ? tx`n.conversation_id` : tx`${id}::uuid`;
};

/** A row with the names of its columns. */
function recordOf({ id, turn, externalId, change }: CaptureRow) {
  const { role = '', content = '', metadata = {}, createdAt } = change ?? {};
  const empty = Object.keys(metadata).length === 0;
  return {
    id,
    turn,
    role,
    content,
    metadata: empty ? null : metadata,
    external_id: externalId,
    created_at: createdAt,
  };
}

/** Records keys of rows. A key of a deleted row is reassigned. */
export async function insertKeys(tx: Sql, plans: readonly Plan[]): Promise<void> {
  const rows = plans.flatMap(({ conversationId, keys }) =>
    [...new Map(keys)].map(([key, row]) => ({ conversation_id: conversationId, key, id: row.id })),
  );
  if (rows.length === 0) return;
  await tx`
    insert into capture_keys (conversation_id, key, message_id)
    select ${own(tx, plans)}, n.key, n.id
    from json_to_recordset(${recordsOf(rows)}::text::json) as n (conversation_id uuid, key text, id uuid)
    on conflict (conversation_id, key) do update set message_id = excluded.message_id`;
}
