import type { Sql } from '../postgres/connect.ts';
import { recordsOf } from '../postgres/records.ts';
import { type Appended, type AppendedRow, type NewMessage, toAppended } from './appended.ts';
import { followStored, storedColumns } from './follow-stored.ts';

/**
 * Stores messages without external ids, as `appendMessages` does. Which message gets which turn is known beforehand,
 * relative to the counter, so these statements have few steps, and preparing the steps is most of what a small batch costs.
 *
 * Planning costs more than running, so PostgreSQL has to keep the plan of its first executions. It plans every one anew where
 * that looks cheaper, as it does for arrays that it sees to be short: it must not see how long they are.
 */
export function appendUnnamed(sql: Sql, batch: readonly NewMessage[]): Promise<Appended[]> {
  const [first] = batch;
  return first && batch.every(({ conversationId }) => conversationId === first.conversationId)
    ? appendToOne(sql, first, batch)
    : appendToSeveral(sql, batch);
}

/** Into one conversation: there is no order in which to lock counters, and a single message needs no list. */
async function appendToOne(sql: Sql, first: NewMessage, batch: readonly NewMessage[]): Promise<Appended[]> {
  const { conversationId: to, id, role, content, metadata, createdAt = null } = first;
  const given =
    batch.length === 1
      ? sql`(
          select ${id}::uuid as id, 1 as place, ${role}::text as role, ${content}::text as content,
                 ${metadata ? recordsOf(metadata) : null}::text::jsonb as metadata, ${createdAt}::text::timestamptz as "createdAt"
        ) as i`
      : sql`json_to_recordset(${recordsOf(batch.map((message, i) => ({ ...message, place: i + 1 })))}::text::json) as i (
          id uuid, place int, role text, content text, metadata jsonb, "createdAt" timestamptz
        )`;
  const rows = await sql<AppendedRow[]>`
    with head as (
      update conversation_heads
      set last_turn = last_turn + ${batch.length}::int,
          message_count = message_count + ${batch.length}::int,
          updated_at = greatest(updated_at, clock_timestamp())
      where conversation_id = ${to} and open
      returning conversation_id, last_turn - ${batch.length}::int as base, updated_at
    ),
    stored as (
      insert into messages (id, conversation_id, turn_number, role, content, metadata, created_at)
      select i.id, h.conversation_id, h.base + i.place, i.role, i.content, i.metadata,
             coalesce(i."createdAt", h.updated_at)
      from head h cross join ${given}
      returning ${storedColumns(sql)}
    ),
    ${followStored(sql, to)}
    ${outcome(sql)}`;
  return inOrder(batch, rows);
}

async function appendToSeveral(sql: Sql, batch: readonly NewMessage[]): Promise<Appended[]> {
  const added = new Map<string, number>();
  const placed = batch.map((message) => {
    const place = (added.get(message.conversationId) ?? 0) + 1;
    added.set(message.conversationId, place);
    return { ...message, place };
  });
  const rows = await sql<AppendedRow[]>`
    with locked as materialized (
      select h.conversation_id, a.added
      from unnest((select ${[...added.keys()]}::uuid[]), (select ${[...added.values()]}::int[])) as a (id, added)
      join conversation_heads h on h.conversation_id = a.id
      where h.open
      order by h.conversation_id
      for update of h
    ),
    head as (
      update conversation_heads h
      set last_turn = h.last_turn + l.added,
          message_count = h.message_count + l.added,
          updated_at = greatest(h.updated_at, clock_timestamp())
      from locked l
      where h.conversation_id = l.conversation_id and h.open
      returning h.conversation_id, h.last_turn - l.added as base, h.updated_at
    ),
    stored as (
      insert into messages (id, conversation_id, turn_number, role, content, metadata, created_at)
      select i.id, h.conversation_id, h.base + i.place, i.role, i.content, i.metadata,
             coalesce(i."createdAt", h.updated_at)
      from head h join json_to_recordset(${recordsOf(placed)}::text::json) as i (
        id uuid, "conversationId" uuid, place int, role text, content text, metadata jsonb, "createdAt" timestamptz
      ) on i."conversationId" = h.conversation_id
      returning ${storedColumns(sql)}
    ),
    ${followStored(sql)}
    ${outcome(sql)}`;
  return inOrder(batch, rows);
}

const outcome = (sql: Sql) =>
  sql`select id, turn_number as turn, created_at, false as duplicate, false as differs from stored`;

function inOrder(batch: readonly NewMessage[], rows: readonly AppendedRow[]): Appended[] {
  const stored = new Map(rows.map((row) => [row.id, row]));
  return batch.map(({ id }) => toAppended(stored.get(id) ?? nowhere));
}

const nowhere: AppendedRow = { id: null, turn: 0, createdAt: '', duplicate: false, differs: false };
