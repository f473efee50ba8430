import type { Sql } from '../postgres/connect.ts';
import type { Metadata } from '../schema/conversations.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { Role } from '../schema/vocabulary.ts';
import { textOf } from './packed-texts.ts';

export type ReadMessage = {
  id: string;
  turn: number;
  role: Role;
  /** A part of the text. */
  content: string;
  /** Characters of the whole text. */
  length: number;
  metadata: Metadata | null;
  createdAt: string;
};

export type Reading = {
  /** Only messages after this turn. */
  after: number;
  count: number;
  /** Characters to leave out at the beginning of each text; Unicode code points, as PostgreSQL counts them. */
  offset: number;
  mostCharacters: number;
};

/** Messages of a conversation in order. */
export async function readMessages(
  sql: Sql,
  conversationId: string,
  { after, count, offset, mostCharacters }: Reading,
): Promise<ReadMessage[]> {
  const rows = await sql<ReadMessage[]>`
    select id, turn, role, substr(text, ${offset}::int + 1, ${mostCharacters}::int) as content, char_length(text) as length,
           metadata, created_at
    from (
      select m.id, m.turn_number as turn, m.role, ${textOf(sql)} as text, m.metadata, m.created_at from messages m
      where m.conversation_id = ${conversationId} and m.turn_number > ${after}::int
      order by m.turn_number limit ${count}
    ) page order by turn`;
  return rows.map((row) => ({ ...row, createdAt: rfc3339(row.createdAt) }));
}
