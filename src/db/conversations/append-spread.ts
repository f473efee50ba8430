import type { Pool, Sql } from '../postgres/connect.ts';
import { recordsOf } from '../postgres/records.ts';
import { type Appended, type AppendedRow, type NewMessage, toAppended } from './appended.ts';

/**
 * Stores messages where conversations are spread over nodes: one call for each conversation, which runs on its node as a
 * whole. Messages of several conversations are stored in one transaction, in the order of the conversations' ids, all or
 * none; on several nodes that is a two-phase commit.
 *
 * @returns one result per message, in the given order.
 */
export async function appendSpread(sql: Sql, batch: readonly NewMessage[]): Promise<Appended[]> {
  const ids = [...new Set(batch.map(({ conversationId }) => conversationId))].sort();
  const results = new Map<NewMessage, Appended>();
  const storeAll = async (tx: Sql) => {
    for (const id of ids) {
      const own = batch.filter(({ conversationId }) => conversationId === id);
      const stored = await appendToOne(tx, id, own);
      for (const [i, message] of own.entries())
        results.set(message, stored[i] ?? { status: 'no_conversation' });
    }
  };
  // A pool begins a transaction; a transaction goes on.
  await (ids.length > 1 && 'begin' in sql ? (sql as Pool).begin(storeAll) : storeAll(sql));
  return batch.map((message) => results.get(message) ?? { status: 'no_conversation' });
}

/** Stores one message at a turn of the caller's choice, where conversations are spread over nodes. */
export async function appendSpreadAt(sql: Sql, message: NewMessage, turn: number): Promise<Appended> {
  const [stored] = await appendToOne(sql, message.conversationId, [message], turn);
  return stored ?? { status: 'no_conversation' };
}

/** @returns nothing when there is no such conversation. */
async function appendToOne(
  sql: Sql,
  id: string,
  own: readonly NewMessage[],
  turn: number | null = null,
): Promise<Appended[]> {
  const [drawn] = await sql<{ docNos: number[]; queueId: number }[]>`
    select array(select nextval('messages_doc_no_seq') from generate_series(1, ${own.length})) as doc_nos,
           nextval('search_queue_id_seq') as queue_id`;
  if (!drawn) throw new Error('no numbers were drawn');
  const [row] = await sql<{ results: AppendedRow[] | null }[]>`
    select append_to_conversation(
      ${id}::uuid, ${recordsOf(own)}::text::json, ${drawn.docNos}::bigint[], ${drawn.queueId}::bigint, ${turn}::int
    ) as results`;
  return (row?.results ?? []).map(toAppended);
}
