import { textOf } from '../conversations/packed-texts.ts';
import type { Sql } from '../postgres/connect.ts';

/** The text of a message, by its external id. */
export async function storedContent(
  sql: Sql,
  conversationId: string,
  externalId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ content: string }[]>`
    select ${textOf(sql)} as content from messages m where conversation_id = ${conversationId} and external_id = ${externalId}`;
  return row?.content;
}
