import type { MessageFilter } from '../../../src/db/conversations/collection.ts';
import { changeMessages, deleteMessages, newText } from '../../../src/db/conversations/follow-ups.ts';
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

type Fragment = Parameters<typeof deleteMessages>[1];

/** Changes the texts of messages, as capture does when it learns more of them. */
export const retext = ({ db: { sql } }: TestLake, which: Fragment, text: string) =>
  changeMessages(sql, {
    columns: sql`${text}::text as text`,
    from: sql`messages m where ${which}`,
    set: newText(sql, sql`n.text`),
  });

export const removeMessages = ({ db: { sql } }: TestLake, which: Fragment) => deleteMessages(sql, which);

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
