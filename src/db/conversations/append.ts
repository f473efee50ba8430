import type { Sql } from '../postgres/connect.ts';
import { violatedConstraint } from '../postgres/errors.ts';
import { recordsOf } from '../postgres/records.ts';
import { isSpread } from '../postgres/spread.ts';
import { appendSpread } from './append-spread.ts';
import { appendUnnamed } from './append-unnamed.ts';
import { type Appended, type AppendedRow, type NewMessage, toAppended } from './appended.ts';
import { followStored, storedColumns } from './follow-stored.ts';
import { textOf } from './packed-texts.ts';

export type { Appended, NewMessage } from './appended.ts';

/**
 * Assigns turns and stores any number of messages in any number of conversations, in one statement.
 *
 * Turns are gapless under any concurrency: the counter's `UPDATE … RETURNING` feeds the `INSERT`, so a number is
 * assigned and used under one row lock. (Locking first and reading `max(turn_number)` in the same statement reads a
 * snapshot from before the lock.) Counters are locked in the order of conversation ids, so batches cannot deadlock, and
 * `created_at` never decreases within a conversation. A batch must not contain two messages with the same conversation and external id.
 *
 * @returns one result per message, in the given order.
 * @throws the driver's error; then nothing of the batch is stored. A violated `messages_conversation_external_id_key`
 *   means that another process has just stored the same external id: call again.
 */
export async function appendMessages(sql: Sql, batch: readonly NewMessage[]): Promise<Appended[]> {
  if (await isSpread(sql)) return appendSpread(sql, batch);
  const named = batch.some((message) => message.externalId !== undefined);
  return named ? appendOnce(sql, batch) : appendUnnamed(sql, batch);
}

/** Messages with external ids: one that is stored already is returned as it is. */
async function appendOnce(sql: Sql, batch: readonly NewMessage[]): Promise<Appended[]> {
  const rows = await sql<AppendedRow[]>`
    with input as (
      select * from rows from (
        json_to_recordset(${recordsOf(batch)}::text::json) as (
          id uuid, "conversationId" uuid, role text, content text, metadata jsonb, "externalId" text,
          "createdAt" timestamptz)
      ) with ordinality as t (id, conversation_id, role, content, metadata, external_id, created_at, n)
    ),
    locked as materialized (
      select conversation_id from conversation_heads
      where conversation_id in (select conversation_id from input) and open
      order by conversation_id
      for update
    ),
    known as (
      select i.n, m.id, m.turn_number, m.created_at, ${textOf(sql)} <> i.content or m.role <> i.role as differs
      from input i
      join locked using (conversation_id)
      join messages m on m.conversation_id = i.conversation_id and m.external_id = i.external_id
      where i.external_id is not null
    ),
    fresh as (
      select i.*, row_number() over (partition by conversation_id order by n) as place
      from input i
      where not exists (select from known where known.n = i.n)
    ),
    head as (
      update conversation_heads h
      set last_turn = h.last_turn + a.added,
          message_count = h.message_count + a.added,
          updated_at = greatest(h.updated_at, clock_timestamp())
      from locked l
      join (select conversation_id, count(*)::int as added from fresh group by 1) a using (conversation_id)
      where h.conversation_id = l.conversation_id and h.open
      returning h.conversation_id, h.last_turn - a.added as base, h.updated_at
    ),
    stored as (
      insert into messages (id, conversation_id, turn_number, role, content, metadata, external_id, created_at)
      select f.id, f.conversation_id, h.base + f.place, f.role, f.content, f.metadata, f.external_id,
             coalesce(f.created_at, h.updated_at)
      from fresh f join head h using (conversation_id)
      returning ${storedColumns(sql)}
    ),
    ${followStored(sql)}
    select coalesce(k.id, s.id) as id,
           coalesce(k.turn_number, s.turn_number) as turn,
           coalesce(k.created_at, s.created_at) as created_at,
           k.id is not null as duplicate,
           coalesce(k.differs, false) as differs
    from input i left join known k using (n) left join stored s on s.id = i.id
    order by i.n`;
  return rows.map(toAppended);
}

/** The index that rejects a duplicate external id within a conversation. */
export const externalIdTaken = 'messages_conversation_external_id_key';

/**
 * Runs a store, and repeats it once if one of these constraints rejects it. A statement does not see a message with its
 * external id that was committed while it waited for the counter; the next one does, and returns `duplicate`.
 */
export async function seeingDuplicates<T>(
  store: () => Promise<T>,
  constraints: readonly string[] = [externalIdTaken],
): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (constraints.includes(violatedConstraint(error) ?? '')) return store();
    throw error;
  }
}
