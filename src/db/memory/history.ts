import { beginConversation } from '../conversations/conversations.ts';
import { textOf } from '../conversations/packed-texts.ts';
import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { Role } from '../schema/vocabulary.ts';

/** The external id, unique within its session, of the conversation that holds a session's history. */
const historyOfSession = 'history';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds the conversation with this id, or the history of the session with this name.
 *
 * @param any false for callers who may see only histories, not other conversations.
 */
export async function findHistory(sql: Sql, name: string, any = true): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from conversations
    where deleted_at is null and (id = ${uuid.test(name) ? name : null}::text::uuid
      or (session_id = ${name} and external_id = ${historyOfSession}))
      ${any ? sql`` : sql`and session_id is not null and external_id = ${historyOfSession}`}
    order by id = ${uuid.test(name) ? name : null}::text::uuid desc nulls last limit 1`;
  return row?.id;
}

/** Like {@link findHistory}, but creates the history of a session that has none. */
export async function openHistory(sql: Sql, name: string, newId: () => string, any = true): Promise<string> {
  const found = await findHistory(sql, name, any);
  if (found !== undefined) return found;
  return (await beginConversation(sql, { id: newId(), sessionId: name, externalId: historyOfSession })).id;
}

/** For a session without a history: its most recently changed conversation. */
export async function latestOfSession(sql: Sql, name: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select c.id from conversations c join conversation_heads h on h.conversation_id = c.id
    where c.deleted_at is null and c.session_id = ${name} order by h.updated_at desc limit 1`;
  return row?.id;
}

export type Turn = { id: string; turn: number; role: Role; content: string; cut: boolean; createdAt: string };

/** The last turns of a conversation in order, long texts truncated, with the total number of turns. */
export async function lastTurns(
  sql: Sql,
  conversationId: string,
  most: number,
  mostCharacters: number,
): Promise<{ turns: Turn[]; total: number }> {
  const [rows, [head]] = await Promise.all([
    sql<Turn[]>`
      select id, turn_number as turn, role, left(${textOf(sql)}, ${mostCharacters}) as content,
             char_length(${textOf(sql)}) > ${mostCharacters} as cut, created_at
      from messages m where conversation_id = ${conversationId} order by turn_number desc limit ${most}`,
    sql<{ total: number }[]>`
      select message_count as total from conversation_heads where conversation_id = ${conversationId}`,
  ]);
  const turns = rows.reverse().map((turn) => ({ ...turn, createdAt: rfc3339(turn.createdAt) }));
  return { turns, total: head?.total ?? 0 };
}

/** The stored turn, to recognise a repeated call. */
export async function turnAt(
  sql: Sql,
  conversationId: string,
  turn: number,
): Promise<{ id: string; role: Role; content: string; createdAt: string } | undefined> {
  const [row] = await sql<{ id: string; role: Role; content: string; createdAt: string }[]>`
    select id, role, ${textOf(sql)} as content, created_at from messages m
    where conversation_id = ${conversationId} and turn_number = ${turn}`;
  return row && { ...row, createdAt: rfc3339(row.createdAt) };
}
