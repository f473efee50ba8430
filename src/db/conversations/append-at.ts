import type { Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import { appendSpreadAt } from './append-spread.ts';
import { type Appended, type AppendedRow, type NewMessage, toAppended } from './appended.ts';
import { followStored, storedColumns } from './follow-stored.ts';
import { textOf } from './packed-texts.ts';

/** The constraint that rejects a duplicate turn number. */
export const turnTaken = 'messages_conversation_id_turn_number_key';

/**
 * Stores one message at a turn of the caller's choice. Turns above the next one leave a gap on purpose; later messages
 * continue after the highest.
 *
 * @throws the driver's error; a violated {@link turnTaken} means that the turn is taken.
 */
export async function appendAt(sql: Sql, message: NewMessage, turn: number): Promise<Appended> {
  if (await isSpread(sql)) return appendSpreadAt(sql, message, turn);
  const rows = await sql<AppendedRow[]>`
    with head as (
      update conversation_heads
      set last_turn = greatest(last_turn, ${turn}::int),
          message_count = message_count + 1,
          updated_at = greatest(updated_at, clock_timestamp())
      where conversation_id = ${message.conversationId} and open
        and not exists (
          select from messages
          where conversation_id = ${message.conversationId} and external_id = ${message.externalId ?? null}::text)
      returning conversation_id, updated_at
    ),
    stored as (
      insert into messages (id, conversation_id, turn_number, role, content, metadata, external_id, created_at)
      select ${message.id}, conversation_id, ${turn}::int, ${message.role}, ${message.content},
             ${message.metadata ? JSON.stringify(message.metadata) : null}::text::jsonb, ${message.externalId ?? null}::text,
             coalesce(${message.createdAt ?? null}::text::timestamptz, updated_at)
      from head
      returning ${storedColumns(sql)}
    ),
    ${followStored(sql)}
    select id, turn_number as turn, created_at, false as duplicate, false as differs from stored
    union all
    select m.id, m.turn_number, m.created_at, true, ${textOf(sql)} <> ${message.content} or m.role <> ${message.role}
    from messages m join conversation_heads h using (conversation_id)
    where h.open and m.conversation_id = ${message.conversationId} and m.external_id = ${message.externalId ?? null}::text`;
  const [row] = rows;
  return row ? toAppended(row) : { status: 'no_conversation' };
}

/** The turn that the next message of a conversation would get. */
export async function nextTurn(sql: Sql, conversationId: string): Promise<number> {
  const [row] = await sql<{ next: number }[]>`
    select last_turn + 1 as next from conversation_heads where conversation_id = ${conversationId}`;
  return row?.next ?? 1;
}
