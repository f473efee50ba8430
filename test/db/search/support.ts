import type { MessageFilter } from '../../../src/db/conversations/collection.ts';
import { changeMessages, deleteMessages } from '../../../src/db/conversations/follow-ups.ts';
import { searchMessages } from '../../../src/db/conversations/search.ts';
import { createSearch, type Search } from '../../../src/db/search/search.ts';
import type { SearchMode } from '../../../src/db/search/text/parse-query.ts';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import storeMessages from '../../../src/handlers/conversations/store-messages-bulk.ts';
import { call } from '../../support/call.ts';
import type { TestLake } from '../../support/lake.ts';

/** Creates a conversation with these texts, one per turn, and returns its id. */
export async function converse(
  lake: TestLake,
  texts: readonly string[],
  options: Record<string, unknown> = {},
): Promise<string> {
  const { conversation_id } = await call(beginConversation, options, lake.deps);
  const messages = texts.map((content) => ({ role: 'user', content }));
  if (messages.length > 0) await call(storeMessages, { conversation_id, messages }, lake.deps);
  return conversation_id;
}

type Fragment = Parameters<typeof deleteMessages>[2];

/** The conversations with such messages. */
const conversationsOf = async ({ db: { sql } }: TestLake, which: Fragment) =>
  (await sql<{ id: string }[]>`select distinct conversation_id as id from messages m where ${which}`).map(
    ({ id }) => id,
  );

/** Changes the texts of messages, as capture does when it learns more of them. */
export async function retext(lake: TestLake, which: Fragment, text: string): Promise<void> {
  const { sql } = lake.db;
  for (const conversationId of await conversationsOf(lake, which))
    await changeMessages(sql, {
      conversationId,
      from: sql`messages m where m.conversation_id = ${conversationId} and ${which}`,
      text: sql`${text}::text`,
    });
}

export const removeMessages = async (lake: TestLake, which: Fragment) =>
  deleteMessages(lake.db.sql, await conversationsOf(lake, which), which);

/** A reader with empty caches, like that of another process. */
export const freshSearch = (lake: TestLake): Search => createSearch(lake.db.sql);

/** The texts found, best first. */
export async function texts(
  lake: TestLake,
  search: Search,
  query: string,
  mode: SearchMode = 'auto',
  filter: MessageFilter = {},
): Promise<string[]> {
  const asked = { limit: 20, offset: 0, maxCharacters: 2000, explain: false };
  const { hits } = await searchMessages(lake.db.sql, search, { query, mode, ...filter, ...asked });
  return hits.map((hit) => hit.content);
}
